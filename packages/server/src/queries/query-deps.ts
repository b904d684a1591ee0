import type { Redactor } from "@metis-curate/core";
import type { CuratorAppDeps } from "../curator-app-deps.ts";

/** What a query needs: everything it returns may be shown, secrets are out of it. */
export interface QueryDeps extends CuratorAppDeps {
  readonly redactor: Redactor;
}
