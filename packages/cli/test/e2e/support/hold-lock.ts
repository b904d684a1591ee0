/** `hold-lock.ts <lock file>`: takes the lock of a library and keeps it until killed. */
import { databaseLock } from "@metis-curate/adapters";

const [path = ""] = process.argv.slice(2);
const handle = await databaseLock().acquire(path, 0);
process.stdout.write(handle === null ? "taken\n" : "held\n");
await new Promise((resolve) => setTimeout(resolve, 900_000));
handle?.release();
