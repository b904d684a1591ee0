export { nodeFileSystem } from "./node-file-system.ts";
