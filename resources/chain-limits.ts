/** Constants of chains and wallets. Both programs read them here. */

/** How often a wallet is asked which network it is on before that counts as a network error, and how long between. */
export const walletProbeTries = 3;
export const walletProbePauseMs = 300;
/** Gas estimate and gas price are raised by a fifth each. */
export const gasRaise = { numerator: 12n, denominator: 10n } as const;
/** How often a chain is asked for a receipt: the cloud's own ones answer at once, public ones make a block in seconds. */
export const receiptPollMs = { own: 250, public: 3000 } as const;
/** Errors of chains that browsers report are kept this long, and no more than so many. */
export const chainReportSeconds = 90 * 86_400;
export const chainReportsKept = 100_000;
/** A permit for the stablecoin counts this long. */
export const permitSeconds = 1800;
/** Messages of wallets and chains that are longer than this are cut at the first bracket. */
export const chainMessageMax = 100;

/** Amounts offered for claiming, in millions of LAND. */
export const claimPresets = [1, 5, 10, 50, 100] as const;
/** What the faucet of the cloud's own chains gives at once, in US dollars: as much in the chain's coin as in the stablecoin. */
export const faucetDollars = 1000n;
/** On the chain of Boost, whole tokens of it beside them. */
export const faucetBoostTokens = 1000n;
/** The same on the cloud's own TON chain, in nanotons: 100 TON. */
export const tonFaucetNano = 100_000_000_000n;
/** The stablecoin's decimals. */
export const usdDecimals = 6;
