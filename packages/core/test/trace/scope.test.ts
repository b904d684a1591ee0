import { describe, expect, test } from "bun:test";
import {
  type EventScope,
  eventScope,
  globalRoot,
  METIS_LAYOUT,
  type Root,
  workspaceRoot,
} from "@metis-curate/core";
import { traceEvent } from "@metis-curate/testkit";

const HOME = "/home/u";
const ROOTS: readonly Root[] = [
  workspaceRoot({ workspace: "/home/u/desk/a", home: HOME, layout: METIS_LAYOUT }),
  globalRoot({ home: HOME, layout: METIS_LAYOUT }),
  workspaceRoot({ workspace: "/home/u/desk/a", home: HOME, layout: { ...METIS_LAYOUT, name: "other" } }),
];
const SESSION_PLACES = ["same", "below", "above", "beside", "elsewhere", "unknown"] as const;
const TYPES = [
  "skill.loaded",
  "skill.created",
  "skill.adopted",
  "skill.disowned",
  "skill.promoted",
  "skill.observed",
  "skill.modified",
  "skill.curated",
  "skill.feedback",
  "tool.failed",
  "curator.paused",
  "curator.run_finished",
  "llm.call_completed",
];
const OWNERS = ["this", "other", "none"] as const;
const SOURCES = ["global", "workspace", "auto_generated", undefined];

type Place = (typeof SESSION_PLACES)[number];

function sessionPath(place: Place, root: Root): string | null {
  switch (place) {
    case "same":
      return root.base;
    case "below":
      return `${root.base}/deep/er`;
    case "above":
      return root.base.slice(0, root.base.lastIndexOf("/")) || "/";
    case "beside":
      return `${root.base}-2`;
    case "elsewhere":
      return "/srv/x";
    case "unknown":
      return null;
  }
}

/** The rule of CONTRACTS 4.5 told once more, sentence by sentence, without the code under test. */
function naiveScope(
  type: string,
  owner: (typeof OWNERS)[number],
  source: string | undefined,
  place: Place,
  nearest: boolean,
  root: Root,
): string {
  const isLoad = type === "skill.loaded";
  const isOutcome = type === "skill.feedback" || type === "tool.failed";
  const isProvenance = ["skill.created", "skill.adopted", "skill.disowned"].includes(type);
  const isForeign = type === "llm.call_completed";
  if (owner === "other" || isForeign) return "";
  if (owner === "this") {
    if (isLoad) return "activity outcome";
    if (isOutcome) return "outcome";
    return isProvenance ? "act provenance" : "act";
  }
  const here = place === "same" || place === "below";
  if (isLoad && source === "global") return root.scope === "global" ? "activity outcome" : "";
  if (isLoad && place === "unknown") return "activity";
  if (isLoad && here) return nearest ? "activity outcome" : "activity";
  if (isLoad) return "";
  if (isOutcome) return here && nearest ? "outcome" : "";
  if (root.layout !== "metis") return "";
  const says = type === "skill.curated" || type.startsWith("curator.");
  const owned = says && source === "global" ? root.scope === "global" : place === "same";
  if (!owned) return "";
  return isProvenance ? "act provenance" : "act";
}

function told(scope: EventScope): string {
  return (["act", "activity", "outcome", "provenance"] as const)
    .filter((key) => scope[key])
    .sort()
    .join(" ");
}

function rootField(owner: (typeof OWNERS)[number], root: Root): { root?: string } {
  if (owner === "none") return {};
  return { root: owner === "this" ? root.key : "metis:somewhere-else" };
}

describe("eventScope", () => {
  for (const type of TYPES) {
    test(`${type} counts as the contract says in every place`, () => {
      for (const root of ROOTS) {
        for (const owner of OWNERS) {
          for (const source of SOURCES) {
            for (const place of SESSION_PLACES) {
              for (const nearest of [true, false]) {
                const payload = { ...rootField(owner, root), ...(source === undefined ? {} : { source }) };
                const event = traceEvent({ type, payload });
                const scope = eventScope(event, sessionPath(place, root), root, () => nearest);
                expect([root.key, owner, source, place, nearest, told(scope)]).toEqual([
                  root.key,
                  owner,
                  source,
                  place,
                  nearest,
                  naiveScope(type, owner, source, place, nearest, root),
                ]);
              }
            }
          }
        }
      }
    });
  }

  test("a session at the root directory lies in no workspace below it", () => {
    const [root] = ROOTS;
    if (root === undefined) throw new Error("no root");
    const load = traceEvent({ type: "skill.loaded", payload: { source: "workspace" } });
    expect(eventScope(load, "/", root, () => true).activity).toBe(false);
  });
});
