const MS_PER_SECOND = 1_000;
const RESET_MAX = 4_102_444_800;

/** Returns one line on an answer that is no success, with what to do where that is known. */
export function describeStatus(status: number, headers: Headers): string {
  if (status === 429 || (status === 403 && isUsedUp(headers))) {
    return `refuses for now: its rate limit is used up${describeReset(headers)}; try again later, or set GITHUB_TOKEN for GitHub`;
  }
  switch (status) {
    case 401:
      return "refuses the token (401); check GITHUB_TOKEN";
    case 403:
      return "refuses the request (403)";
    case 404:
      return "has nothing there (404)";
    case 422:
      return "does not understand the query (422)";
    default:
      return status >= 500 ? `failed (${status}); try again later` : `answered ${status}`;
  }
}

function isUsedUp(headers: Headers): boolean {
  return headers.get("x-ratelimit-remaining") === "0" || headers.get("retry-after") !== null;
}

function describeReset(headers: Headers): string {
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  if (Number.isInteger(reset) && reset > 0 && reset < RESET_MAX) {
    return ` until ${new Date(reset * MS_PER_SECOND).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  }
  const after = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isInteger(after) && after > 0 ? ` for ${after} s` : "";
}
