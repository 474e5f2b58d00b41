/** Formats a share of 0 to 1 in percent with one decimal: "99.9%". Never rounded to 100% or 0%. */
export const formatShare = (share: number): string => {
  if (share > 0 && share < 0.001) return "<0.1%";
  return `${Math.floor(share * 1000 + 1e-9) / 10}%`;
};
