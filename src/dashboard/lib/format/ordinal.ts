const suffixes: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

/** Formats an ordinal: 1 → "1st", 12 → "12th". */
export const formatOrdinal = (place: number): string =>
  `${place.toLocaleString("en")}${suffixes[rules.select(place)] ?? "th"}`;
