/** The side drawer's sections, in order. A section shows once something declared in it may be seen. */
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
