const MiB = 1024 * 1024;

/** Data of one transaction. */
export const dataBytesMax = 128 * MiB;
/** Items of one bundle that are found by their own ids. */
export const bundleItemsMax = 5000;
/** Initial balance of Freehold's wallet: a million coins, in winston. */
export const endowmentWinston = 10n ** 18n;
/** A transaction must refer to one of this many recent blocks. */
export const anchorBlocks = 50;
/** From the first transaction that waits to the block that takes it. */
export const blockDelayMs = 2000;
