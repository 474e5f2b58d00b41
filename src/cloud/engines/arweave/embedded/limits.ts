const MiB = 1024 * 1024;

/** Data of one transaction. */
export const dataBytesMax = 128 * MiB;
/** Items of one bundle that are found by their own ids. */
export const bundleItemsMax = 5000;
/** What the cloud's own wallet begins with: a million coins, in winston. */
export const endowmentWinston = 10n ** 18n;
/** A transaction names one of so many blocks before it. */
export const anchorBlocks = 50;
/** From the first transaction that waits to the block that takes it. */
export const blockDelayMs = 2000;
