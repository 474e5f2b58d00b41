import type { OperationFamily } from "./operation-actions.ts";

/** Operation log filter: each part of the product that logs actions. */
export const operationFamilies: Readonly<Record<OperationFamily, string>> = {
  OAUTH: "Account and team",
  HOSTING: "Hosting",
  BUCKET: "Storage",
  GATEWAY: "Gateways",
  IPNS: "IPNS manager",
  PINNING: "Pinning",
  BILL: "Billing",
  RPC: "RPC",
  RAAS: "Rollups",
  AI: "AI",
  REWARDS: "Rewards",
  BOOST: "Boost",
};
