/** A cost in dollars: "<0.0001" when smaller, four decimals below 0.01, two above. Zero is "0.00". */
export const formatCost = (dollars: number): string => {
  if (dollars === 0) return "0.00";
  if (dollars < 0.0001) return "<0.0001";
  return dollars.toFixed(dollars < 0.01 ? 4 : 2);
};
