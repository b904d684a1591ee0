import type { Layout } from "../root.ts";

export const METIS_LAYOUT: Layout = {
  name: "metis",
  skills: [".metis", "skills"],
  archive: [".metis", "skills-archive"],
  curator: [".metis", "curator"],
};
