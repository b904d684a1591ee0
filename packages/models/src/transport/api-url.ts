/** Returns the address of an endpoint as URLs are written. Throws TypeError for a base that is no URL. */
export function apiUrl(baseUrl: string, path: string): string {
  return new URL(`${baseUrl.replace(/\/+$/, "")}${path}`).href;
}
