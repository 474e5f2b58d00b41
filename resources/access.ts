/** The codes by which a team owner opens sections of the product to members. */
export const accessCodes = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC", "RESOURCE", "MEMBER"] as const;
export type AccessCode = (typeof accessCodes)[number];
