/**
 * Response headers of endpoints that pages of any origin may call, without cookies. The wildcard covers every request header
 * except Authorization (Fetch Standard, CORS protocol).
 */
export const anyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
} as const;
