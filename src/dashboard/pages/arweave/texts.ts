/** What has to be said wherever somebody chooses Arweave. */
export const freeNote =
  "Arweave is free up to 150KB a file; a reduction must be applied above that. Files have 100 MB at most.";
export const foreverNote =
  "What is on Arweave is public and stays there for good: nobody can delete it, neither you nor this cloud.";
export const embeddedNote = "Here it is this cloud's own Arweave; not the public network.";
