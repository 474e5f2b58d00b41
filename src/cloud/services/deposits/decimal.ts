import { landUnit } from "../../../../resources/billing/deposits.ts";

const shownDigits = 6;

/** Formats an amount, rounded down to millionths; `one` is the unit, default 10n ** 18n. */
export const decimal = (amount: string, one = landUnit): string => {
  const millionths = (BigInt(amount) * 10n ** BigInt(shownDigits)) / one;
  const whole = (BigInt(amount) / one).toLocaleString("en-US");
  const fraction = (millionths % 10n ** BigInt(shownDigits)).toString().padStart(shownDigits, "0").replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
};
