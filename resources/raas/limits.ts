/** Constants of rollups as a service. */
export const rollupNameMax = 40;
/** Decimal digits. */
export const rollupChainIdDigitsMax = 16;
export const rollupChainId = {
  expression: new RegExp(`^[1-9]\\d{0,${rollupChainIdDigitsMax - 1}}$`),
  message: `Chain ID: enter a number of up to ${rollupChainIdDigitsMax} digits.`,
} as const;
export const rollupsPerTeam = 20;
/** Maximum bytes of an uploaded image (chain logo, favicon, background), stored as a data URL in the database. */
export const rollupImageBytesMax = 256 * 1024;
export const rollupFooterLinkMax = 200;
/** Balance in wei below which a role is flagged as low. */
export const rollupRoleLowWei = 100_000_000_000_000_000n;
/** Names that are path segments of the section. */
export const rollupNamesReserved = ["status", "progress", "create"] as const;
/** How long the blocks of a terminated or expired rollup are kept. */
export const rollupKeptSeconds = 30 * 86_400;
export const rollupAbiBytesMax = 256 * 1024;
/** The sources of a verified contract, as standard JSON. */
export const rollupSourceBytesMax = 1024 * 1024;
/** Largest chain id that wallets compute with exactly. */
export const rollupChainIdMax = 4_503_599_627_370_476n;
export const rollupAbisPerRollup = 200;
/** Time after which an unpaid order is withdrawn and its chain ID released. */
export const rollupOrderSeconds = 14 * 86_400;
/** Interval between two faucet payments to one address. */
export const rollupFaucetSeconds = 86_400;
/** Faucet payments per rollup in that interval: each costs its roles gas on the settlement chain. */
export const rollupFaucetCoins = 500;
export const rollupNoteMax = 500;
/** Open WebSockets per rollup and process, and subscriptions per WebSocket. */
export const rollupSocketsPerChain = 500;
export const rollupSubscriptionsPerSocket = 100;
