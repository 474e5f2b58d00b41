/** Where a project's files are published. IPFS and Arweave are always there; the others once the cloud is connected to them. */
export const platforms = ["IPFS", "AR", "IC", "GREENFIELD"] as const;
export type Platform = (typeof platforms)[number];

export const platformLabels = {
  IPFS: "IPFS/Filecoin",
  AR: "Arweave (AR)",
  IC: "Internet Computer (IC)",
  GREENFIELD: "BNB Greenfield",
} as const satisfies Record<Platform, string>;
