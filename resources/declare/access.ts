/** Access codes by which a team owner grants sections to members. */
export const accessCodes = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC", "RESOURCE", "MEMBER"] as const;
export type AccessCode = (typeof accessCodes)[number];

/** Section labels. */
export const accessNames: Readonly<Record<AccessCode, string>> = {
  HOSTING: "Hosting",
  BUCKET: "Storage",
  GATEWAY: "Gateways",
  RPC: "RPC",
  RAAS: "Rollups",
  AIRPC: "AI",
  RESOURCE: "Billing",
  MEMBER: "Members",
};
