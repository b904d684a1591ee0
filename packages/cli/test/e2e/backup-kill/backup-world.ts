import { join } from "node:path";
import { databaseLock, nodeFileSystem, systemIds } from "@metis-curate/adapters";
import { METIS_LAYOUT, type RootBackupDeps, workspaceRoot } from "@metis-curate/core";
import { curatorFixture } from "@metis-curate/testkit";
import { deferredSqliteTrace, sqliteTraceBackup } from "@metis-curate/trace-sqlite";

export interface BackupWorld {
  readonly deps: RootBackupDeps;
  readonly close: () => void;
}

/** The workspace `ws` of a home on a real disk, with a real trace and the kernel's lock. */
export function openBackupWorld(home: string): BackupWorld {
  const { deps } = curatorFixture({ now: new Date().toISOString() });
  const database = join(home, ".metis/metis.db");
  const trace = deferredSqliteTrace(database, { mayCreate: true });
  return {
    deps: {
      ...deps,
      root: workspaceRoot({ workspace: join(home, "ws"), home, layout: METIS_LAYOUT }),
      fs: nodeFileSystem(),
      trace,
      isTraceAbsent: () => trace.isAbsent(),
      lock: databaseLock(),
      ids: systemIds(deps.clock),
      traceBackup: sqliteTraceBackup(database),
      programVersion: "1.2.3",
    },
    close: () => trace.close(),
  };
}
