import type { OpenServiceInstaller } from "../../src/service/service-installer.ts";

/** A service manager that has nothing to do, and does nothing. */
export const createFakeServiceInstaller: OpenServiceInstaller = () => ({
  program: "/home/me/.metis/bin/metis-curate",
  prepare: () => ({
    ok: true,
    value: {
      diffs: [],
      commands: [],
      notes: [],
      write: () => ({ ok: true, value: { written: [], commands: [] } }),
    },
  }),
});
