/** The side drawer's sections, in order. A section shows if the user can open one of its entries. */
export const sections = [
  "Overview",
  "Hosting",
  "Storage",
  "Gateway",
  "RPC",
  "RaaS",
  "AI",
  "Billing",
  "Account",
  "Operator",
  "Development",
  "Help",
] as const;
export type Section = (typeof sections)[number];
