/** Constants of chains and wallets, shared by the server and the dashboard. */

/** Attempts to read a wallet's network before a network error, and the delay between them. */
export const walletProbeTries = 3;
export const walletProbePauseMs = 300;
/** Gas estimate and gas price are raised by a fifth each. */
export const gasRaise = { numerator: 12n, denominator: 10n } as const;
/** Gas of a registration, for the fee shown before it. */
export const registrationGas = 110_000n;
/** Polling interval for receipts: local chains answer at once, public ones produce a block in seconds. */
export const receiptPollMs = { own: 250, public: 3000 } as const;
/** Retention and maximum number of chain errors reported by browsers. */
export const chainReportSeconds = 90 * 86_400;
export const chainReportsKept = 100_000;
/** Validity of a stablecoin permit. */
export const permitSeconds = 1800;
/** Messages of wallets and chains that are longer than this are cut at the first bracket. */
export const chainMessageMax = 100;

/** Amounts offered for claiming, in millions of LAND. */
export const claimPresets = [1, 5, 10, 50, 100] as const;
/** Amount that the local chains' faucet sends at once, in US dollars: the same in the chain's coin and in the stablecoin. */
export const faucetDollars = 1000n;
/** On Boost's chain, additional whole Boost tokens. */
export const faucetBoostTokens = 1000n;
/** Faucet limits per day (UTC): per address and chain, and per account. Boost tokens once a day per account. */
export const faucetGiftsPerDay = { address: 20, account: 100 } as const;
/** Faucet amount on the local TON chain, in nanotons: 100 TON. */
export const tonFaucetNano = 100_000_000_000n;
/** The stablecoin's decimals. */
export const usdDecimals = 6;
