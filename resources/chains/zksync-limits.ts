/** Constants of zkSync Lite, on which an account can be activated by a transfer. Amounts in wei. */

/** Minimum amount of a transfer to the collector; the account needs a higher balance. */
export const zkSyncActivationWei = 500_000_000_000_000n;
/** Transfer fee of the local ledger; setting a key is free. */
export const zkSyncTransferFeeWei = 20_000_000_000_000n;
/** Amount of a faucet transfer. */
export const zkSyncFaucetWei = 10_000_000_000_000_000n;
/** Number of recent transactions searched for the transfer. */
export const zkSyncHistoryMax = 100;
/** ETH in the ledger's list of coins. */
export const zkSyncEthToken = 0;
/** The end of a transaction's time when it has none, Unix seconds. */
export const zkSyncNoEnd = 4_294_967_295;
/** A transfer in one of these states counts. */
export const zkSyncFinalStates: readonly string[] = ["finalized", "committed"];
/** Path of the local ledger's API. */
export const zkSyncPath = "/zksync";
