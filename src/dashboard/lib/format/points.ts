/** Points as they come on the wire: decimal text with up to six places. */
const shownDecimals = 2;

/** Points for people, to two decimals and never rounded up: "1234.569" → "1,234.56". */
export const formatPoints = (points: string): string => grouped(points, shownDecimals);

/** Points to their last place: "1,234.569". */
export const formatPointsExactly = (points: string): string => grouped(points, Infinity);

const grouped = (points: string, decimals: number): string => {
  const [, sign, units, places = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(points) ?? ["", "", "0"];
  const kept = places.slice(0, decimals).replace(/0+$/, "");
  const number = `${BigInt(units!).toLocaleString("en")}${kept && `.${kept}`}`;
  return number === "0" ? number : `${sign}${number}`;
};
