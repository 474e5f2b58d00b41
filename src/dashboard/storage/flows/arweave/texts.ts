/** Costs of Arweave. Shown wherever a user can choose it. */
export const freeNote =
  "Files up to 150 KB are free on Arweave. Larger ones use your Arweave allowance, then LAND. Maximum 100 MB per file.";
/** Returns how long a file takes to be confirmed. */
export const timeNote = (isEmbedded: boolean): string =>
  isEmbedded
    ? "Storing a file usually takes less than a minute."
    : "Storing a file usually takes 20 to 40 minutes: a new block about every 2 minutes, and 10 confirmations.";
export const foreverNote = "Files on Arweave are public and permanent. They can never be deleted.";
export const embeddedNote = "This server uses a local Arweave network, not the public one.";
