/** The codes by which a team owner opens sections of the product to members. */
export const accessCodes = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC", "RESOURCE", "MEMBER"] as const;
export type AccessCode = (typeof accessCodes)[number];

/** What people call the sections. */
export const accessNames: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Hosting",
  BUCKET: "Storage",
  GATEWAY: "Gateway",
  RPC: "RPC",
  RAAS: "RaaS",
  AIRPC: "AI",
  RESOURCE: "Billing",
  MEMBER: "Members",
};
