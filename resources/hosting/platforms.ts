/** Where a project's files are published. IPFS is always there; the others once the cloud is connected to them. */
export const platforms = ["IPFS", "IC", "GREENFIELD"] as const;
export type Platform = (typeof platforms)[number];

export const platformLabels = {
  IPFS: "IPFS/Filecoin",
  IC: "Internet Computer (IC)",
  GREENFIELD: "BNB Greenfield",
} as const satisfies Record<Platform, string>;
