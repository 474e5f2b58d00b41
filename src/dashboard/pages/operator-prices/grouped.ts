/** Adds thousands separators to a decimal number without rounding: "80711.124" becomes "80,711.124". */
export const grouped = (decimal: string): string => {
  const [whole, fraction] = decimal.split(".");
  const thousands = BigInt(whole!).toLocaleString("en");
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
};
