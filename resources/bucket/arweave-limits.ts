/** Constants of what is kept on Arweave. */

/** Largest file, and largest site, that is sent there. */
export const arweaveBytesMax = 100 * 1024 * 1024;
/** Files up to here are free; larger ones take from the team's AR_STORAGE. */
export const arweaveFreeBytes = 150 * 1024;
/** How long a file may take to get there before it counts as timed out. */
export const arweaveTimeoutSeconds = 3600;
/** How often a screen asks again while something is on its way. */
export const arweavePollMs = 3000;
