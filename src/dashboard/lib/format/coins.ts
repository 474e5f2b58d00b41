import { decimalOf } from "../../../../resources/money.ts";
import { toShort } from "../../../../resources/decimal.ts";

/** Wei per coin. */
export const oneCoin = 10n ** 18n;
const oneGwei = 10n ** 9n;

/** Formats coins to the last wei, with their symbol: "1,500.000000000000000001 ETH". Takes wei. */
export const formatCoins = (wei: bigint | string, symbol: string): string => `${decimalOf(wei)} ${symbol}`;

/** Formats coins for a table: six decimals, "<0.000001" for less. Takes wei. */
export const formatCoinsShort = (wei: bigint, symbol: string): string =>
  wei > 0n && wei < oneCoin / 2_000_000n ? `<0.000001 ${symbol}` : `${toShort(wei, oneCoin, 6)} ${symbol}`;

/** Formats a gas price: "1.5 gwei". Takes wei. */
export const formatGasPrice = (wei: bigint): string => `${toShort(wei, oneGwei, 9)} gwei`;

/** Parses an entered amount, "0.1", to wei; undefined if it is invalid or has more than 18 decimals. */
export const parseCoins = (text: string): bigint | undefined => {
  const [, whole = "", rest = ""] = /^(\d{0,30})(?:[.,](\d{0,18}))?$/.exec(text.trim()) ?? [];
  if (whole === "" && rest === "") return undefined;
  return BigInt(whole || "0") * oneCoin + BigInt(rest.padEnd(18, "0"));
};
