/** Computes what LAND costs, in integers: never in floating point, and always rounded up. */
import { gasRaise, usdDecimals } from "../../../../resources/chains/limits.ts";
import { landPerDollar } from "../../../../resources/limits.ts";

const one = 10n ** 18n;

/** Returns US dollars ×1e18 for LAND ×1e18, rounded up. */
export const usdFor = (land: bigint): bigint => ceilDiv(land, landPerDollar);

/** Returns the chain's native coin, ×1e18, for LAND ×1e18 at `price` (US dollars ×1e18 per coin), rounded up. */
export const coinFor = (land: bigint, price: bigint): bigint => {
  if (price <= 0n) throw new RangeError("The price must be greater than zero.");
  return ceilDiv(land * one, landPerDollar * price);
};

/** Returns the stablecoin amount in its own units, rounded up. */
export const stablecoinFor = (land: bigint): bigint => ceilDiv(usdFor(land), 10n ** BigInt(18 - usdDecimals));

/** Raises a gas estimate or a gas price by a fifth. */
export const raised = (gas: bigint): bigint => (gas * gasRaise.numerator) / gasRaise.denominator;

const ceilDiv = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;
