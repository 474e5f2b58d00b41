/** Input of LAND, and what a balance pays for. Its formats are in resources/money.ts. */
import { claimDigitsMax, claimStepLand, landPerDollar, storageMonthSeconds } from "../../../../resources/limits.ts";
import { toShort } from "../../../../resources/decimal.ts";
import { landUnit, type Amount } from "../../../../resources/money.ts";

/** Filters the input of a custom claim amount: digits, five at most. */
export const claimDigits = (input: string): string => input.replace(/\D/g, "").slice(0, claimDigitsMax);

/** Returns the LAND of a custom claim amount, entered in millions; 0 if empty. */
export const claimAmount = (digits: string): bigint => BigInt(digits || "0") * claimStepLand * landUnit;

/** Returns the bytes that a balance stores on IPFS for 30 days, at a price per byte and second; both in LAND. */
export const storageForMonth = (balance: Amount, pricePerByteSecond: Amount): bigint =>
  BigInt(balance) / (BigInt(pricePerByteSecond) * storageMonthSeconds);

/** Decimals of a dollar that one LAND has, and digits before them. */
const decimals = String(landPerDollar).length - 1;
const dollarDigitsMax = 9;

/** Filters the input of an amount in dollars: "1,500.25 USD" is "1500.25". A comma before at most two digits is a point. */
export const dollarsTyped = (input: string): string => {
  const plain = input.replace(/,(?=\d{0,2}$)/, ".").replace(/[^\d.]/g, "");
  const [whole = "", ...rest] = plain.split(".");
  const dollars = whole.slice(0, dollarDigitsMax);
  return rest.length === 0 ? dollars : `${dollars}.${rest.join("").slice(0, decimals)}`;
};

/** Returns the LAND ×1e18 of an amount in dollars as filtered; "" without digits. */
export const landOfDollars = (dollars: string): string => {
  if (!/\d/.test(dollars)) return "";
  const [whole = "", rest = ""] = dollars.split(".");
  return (BigInt(whole + rest.padEnd(decimals, "0")) * landUnit).toString();
};

/** Returns LAND ×1e18 as the input of an amount in dollars: "2.50", "10", "0.0003". */
export const dollarsInput = (land: string): string =>
  land === "" ? "" : toShort(BigInt(land), landUnit * landPerDollar, decimals).replace(/\.\d$/, "$&0");
