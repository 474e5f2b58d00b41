/** Publishing platforms of a project. IPFS and Arweave are always available, the others once configured. */
export const platforms = ["IPFS", "AR", "IC", "GREENFIELD"] as const;
export type Platform = (typeof platforms)[number];

export const platformLabels = {
  IPFS: "IPFS/Filecoin",
  AR: "Arweave (AR)",
  IC: "Internet Computer (IC)",
  GREENFIELD: "BNB Greenfield",
} as const satisfies Record<Platform, string>;
