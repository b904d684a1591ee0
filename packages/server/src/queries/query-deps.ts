import type { CuratorAppDeps } from "../curator-app-deps.ts";
import type { Redactor } from "../redaction/redactor.ts";

/** What a query needs: everything it returns may be shown, secrets are out of it. */
export interface QueryDeps extends CuratorAppDeps {
  readonly redactor: Redactor;
}
