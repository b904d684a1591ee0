import { fileSystemContract, memoryFileSystem } from "@metis-curate/testkit";

for (const privileged of [false, true]) {
  fileSystemContract(`memoryFileSystem, privileged ${privileged}`, () => {
    const fs = memoryFileSystem({ privileged });
    fs.mkdir("/base");
    return { fs, base: "/base", privileged, makeSpecial: (path) => fs.makeSpecial(path), dispose: () => {} };
  });
}
