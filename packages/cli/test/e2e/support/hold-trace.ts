/** `hold-trace.ts <database> <ms>`: holds the write lock of a database for a while, as a busy program would. */
import { Database } from "bun:sqlite";

const [path = "", ms = "0"] = process.argv.slice(2);
const database = new Database(path);
database.exec("BEGIN IMMEDIATE");
process.stdout.write("held\n");
await Bun.sleep(Number(ms));
database.exec("COMMIT");
database.close();
