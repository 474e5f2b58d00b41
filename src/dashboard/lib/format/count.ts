const suffixes = ["", "K", "M", "B", "T"] as const;
const landCapTrillions = 99_999;
const weiPerLand = 10n ** 18n;

/** A number of things with K, M, B or T: 1234 → "1.23K". */
export const formatCount = (count: number): string => {
  if (count < 0) return `-${formatCount(-count)}`;
  return abbreviate(count).join("");
};

/**
 * LAND for people. Takes the wire's integer ×1e18 (bigint or decimal string); anything over 99,999 trillion is shown as
 * "> 99999 T".
 */
export const formatLand = (amount: bigint | string): string => {
  const scaled = BigInt(amount);
  if (scaled < 0n) return `-${formatLand(-scaled)}`;
  const land = Number(scaled / weiPerLand) + Number(scaled % weiPerLand) / 1e18;
  if (land > landCapTrillions * 1e12) return `> ${landCapTrillions} T`;
  const [value, suffix] = abbreviate(land);
  return suffix ? `${value} ${suffix}` : `${value}`;
};

/** The number in thousands and the suffix, rounded to two decimals and carried over: 999,999 is 1M, not 1000K. */
const abbreviate = (value: number): readonly [number, string] => {
  let step = 0;
  let shown = round2(value);
  while (shown >= 1000 && step < suffixes.length - 1) {
    step += 1;
    shown = round2(value / 1000 ** step);
  }
  return [shown, suffixes[step]!];
};

const round2 = (value: number): number => Math.round(value * 100) / 100;
