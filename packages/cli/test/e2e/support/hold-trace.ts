/** `hold-trace.ts <database>`: holds the write lock of a database until its input ends, as a busy program would. */
import { Database } from "bun:sqlite";

const [path = ""] = process.argv.slice(2);
const database = new Database(path);
database.exec("BEGIN IMMEDIATE");
process.stdout.write("held\n");
await Bun.stdin.text();
database.exec("COMMIT");
database.close();
