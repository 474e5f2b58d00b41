/** A decimal number with its thousands apart: "80711.124" → "80,711.124". Nothing is rounded. */
export const grouped = (decimal: string): string => {
  const [whole, fraction] = decimal.split(".");
  const thousands = BigInt(whole!).toLocaleString("en");
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
};
