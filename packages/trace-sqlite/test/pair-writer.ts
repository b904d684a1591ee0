/** `pair-writer.ts <database>`: appends pairs of events, each pair in one transaction, until it is killed. */
import { traceEvent } from "@metis-curate/testkit";
import { openSqliteTrace } from "../src/index.ts";

const [path = ""] = process.argv.slice(2);
const store = openSqliteTrace(path);
for (let serial = 0; ; serial += 2) {
  const pair = [serial, serial + 1].map((at) =>
    traceEvent({ type: "skill.loaded", atUs: 1_000_000 * at, payload: { at } }, at),
  );
  await store.append(pair, "normal");
  if (serial === 20) process.stdout.write("writing\n");
}
