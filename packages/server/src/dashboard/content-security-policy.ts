/**
 * What a page of the dashboard may do: load its own styles, scripts and icon, fetch its own pages, send its own
 * forms. Nothing inline, nothing from elsewhere, no frame around it.
 */
export const DASHBOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
