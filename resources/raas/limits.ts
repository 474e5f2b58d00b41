/** Constants of rollups as a service. */
export const rollupNameMax = 40;
/** Decimal digits. */
export const rollupChainIdDigitsMax = 16;
export const rollupsPerTeam = 20;
/** Bytes of an uploaded picture (chain logo, favicon, background), as a data URL in the database. */
export const rollupImageBytesMax = 256 * 1024;
export const rollupFooterLinkMax = 200;
/** At or below this balance (wei) a role is warned of. */
export const rollupRoleLowWei = 100_000_000_000_000_000n;
/** Names that are words of the section's addresses. */
export const rollupNamesReserved = ["status", "progress", "create"] as const;
/** A terminated or expired rollup's blocks are kept so long before they go. */
export const rollupKeptSeconds = 30 * 86_400;
export const rollupAbiBytesMax = 256 * 1024;
/** What wallets take at most: the largest chain id of which their arithmetic is still exact. */
export const rollupChainIdMax = 4_503_599_627_370_476n;
export const rollupAbisPerRollup = 200;
/** An order that nobody pays for is withdrawn after so long, which frees the chain ID. */
export const rollupOrderSeconds = 14 * 86_400;
/** Between two coins of a rollup's faucet for one address. */
export const rollupFaucetSeconds = 86_400;
/** Coins that one rollup gives away in that time: each costs its roles gas on the settlement chain. */
export const rollupFaucetCoins = 500;
export const rollupNoteMax = 500;
/** Open websockets of one rollup, in one process, and subscriptions of one of them. */
export const rollupSocketsPerChain = 500;
export const rollupSubscriptionsPerSocket = 100;
