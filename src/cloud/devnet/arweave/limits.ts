const MiB = 1024 * 1024;

/** Maximum data of one transaction. */
export const dataBytesMax = 128 * MiB;
/** Maximum items of one bundle that are indexed by their own IDs. */
export const bundleItemsMax = 5000;
/** Initial balance of Freehold's wallet: a million coins, in winston. */
export const endowmentWinston = 10n ** 18n;
/** A transaction must reference one of this many recent blocks. */
export const anchorBlocks = 50;
/** Delay between the first waiting transaction and its block. */
export const blockDelayMs = 2000;
