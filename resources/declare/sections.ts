/** The side drawer's groups, in order, with their icons. A group shows if the user can open one of its entries. */
export const sections = {
  Overview: "overview",
  Hosting: "rocket",
  Storage: "bucket",
  Gateways: "globe",
  RPC: "exchange",
  Rollups: "chain",
  AI: "spark",
  Billing: "wallet",
  Team: "users",
  Operator: "system",
  Development: "code",
  Help: "info",
} as const;
export type Section = keyof typeof sections;

/** Groups of the quieter block below the others. */
export const sectionsApart: readonly Section[] = ["Operator", "Development", "Help"];
