/** Constants of Arweave storage. */

/** Maximum size of a file or site. */
export const arweaveBytesMax = 100 * 1024 * 1024;
/** Files up to this size are free; larger ones use the team's AR_STORAGE. */
export const arweaveFreeBytes = 150 * 1024;
/** Time after which an upload counts as timed out. */
export const arweaveTimeoutSeconds = 3600;
/** Polling interval while an upload is in progress. */
export const arweavePollMs = 3000;
