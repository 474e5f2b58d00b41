/** What LAND costs, in integers: nothing is ever computed in floating point, and the server is never paid a unit too little. */
import { gasRaise, usdDecimals } from "../../../../resources/chain-limits.ts";
import { landPerDollar } from "../../../../resources/limits.ts";

const one = 10n ** 18n;

/** US dollars ×1e18 for LAND ×1e18, rounded up. */
export const usdFor = (land: bigint): bigint => ceilDiv(land, landPerDollar);

/** The chain's own coin, in its 1e-18, for LAND ×1e18 at `price` (US dollars ×1e18 for a coin), rounded up. */
export const coinFor = (land: bigint, price: bigint): bigint => {
  if (price <= 0n) throw new RangeError("The price must be greater than zero.");
  return ceilDiv(land * one, landPerDollar * price);
};

/** The stablecoin in its own units, rounded up. */
export const stablecoinFor = (land: bigint): bigint => ceilDiv(usdFor(land), 10n ** BigInt(18 - usdDecimals));

/** A gas estimate or a gas price, raised by a fifth. */
export const raised = (gas: bigint): bigint => (gas * gasRaise.numerator) / gasRaise.denominator;

const ceilDiv = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;
