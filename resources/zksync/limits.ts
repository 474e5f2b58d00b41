/** Constants of zkSync Lite, on which an account can be activated by a transfer. Amounts in wei. */

/** What a transfer to the collector must bring, at least; the account must hold more. */
export const zkSyncActivationWei = 500_000_000_000_000n;
/** What the cloud's own ledger takes for a transfer; setting a key costs nothing there. */
export const zkSyncTransferFeeWei = 20_000_000_000_000n;
/** What its faucet gives at once. */
export const zkSyncFaucetWei = 10_000_000_000_000_000n;
/** How many of the newest transactions are searched for the transfer. */
export const zkSyncHistoryMax = 100;
/** ETH in the ledger's list of coins. */
export const zkSyncEthToken = 0;
/** The end of a transaction's time when it has none, Unix seconds. */
export const zkSyncNoEnd = 4_294_967_295;
/** A transfer in one of these states counts. */
export const zkSyncFinalStates: readonly string[] = ["finalized", "committed"];
/** Where the cloud's own ledger is asked. */
export const zkSyncPath = "/zksync";
