/**
 * Which versions of Node.js a range admits, as npm reads `engines`: comparators (≥ > ≤ < =), ^ and ~, x and missing parts,
 * hyphen ranges, several by || (https://docs.npmjs.com/cli/configuring-npm/package-json#engines). Pre-releases are not told apart.
 */

/** From the first version on, up to but without the second. */
type Span = readonly [from: number, to: number];

/** Versions as one number each, so that they compare; no part of a version of Node.js or npm comes near 1,000. */
const of = (major: number, minor = 0, patch = 0): number => (major * 1000 + minor) * 1000 + patch;
const everything: Span = [0, Infinity];

/** Whether the range admits any version of this major. A range that says nothing we understand admits none. */
export const admitsMajor = (range: string, major: number): boolean => meets(range, [of(major), of(major + 1)]);

/** Whether all that the range admits is older than this major: "^16", but not ">=16". */
export const isBelowMajor = (range: string, major: number): boolean =>
  spansOf(range).length > 0 && spansOf(range).every(([, to]) => to <= of(major));

const meets = (range: string, [from, to]: Span): boolean =>
  spansOf(range).some(([low, high]) => Math.max(low, from) < Math.min(high, to));

const spansOf = (range: string): Span[] =>
  range.split("||").flatMap((part) => {
    const span = spanOfAll(part.trim());
    return span && span[0] < span[1] ? [span] : [];
  });

/** All comparators between two || hold at once. */
const spanOfAll = (part: string): Span | undefined => {
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(part);
  if (hyphen) return intersection([`>=${hyphen[1]}`, `<=${hyphen[2]}`]);
  return intersection(part.replaceAll(/([<>=~^])\s+/g, "$1").split(/[\s,]+/));
};

const intersection = (comparators: readonly string[]): Span | undefined => {
  let [from, to] = everything;
  for (const comparator of comparators) {
    const span = spanOf(comparator);
    if (!span) return undefined;
    [from, to] = [Math.max(from, span[0]), Math.min(to, span[1])];
  }
  return [from, to];
};

const spanOf = (comparator: string): Span | undefined => {
  const [, operator = "", version = ""] = /^(>=|<=|>|<|=|\^|~>?)?(.*)$/.exec(comparator) ?? [];
  const span = spanOfPartial(version);
  if (!span) return undefined;
  const [from, to] = span;
  if (to === Infinity) return operator === "<" || operator === ">" ? undefined : span;
  switch (operator) {
    case ">=":
      return [from, Infinity];
    case ">":
      return [to, Infinity];
    case "<":
      return [0, from];
    case "<=":
      return [0, to];
    case "^":
      return [from, of(majorOf(from) + 1)];
    case "~":
    case "~>":
      return [from, Math.max(to, from - (from % 1000) + 1000)];
    default:
      return span;
  }
};

const majorOf = (version: number): number => Math.floor(version / 1_000_000);

/** "22" and "22.x" are all of 22, "22.1" all of 22.1, "22.1.3" that one; "", "*" and "x" are everything. */
const spanOfPartial = (text: string): Span | undefined => {
  const parts = /^v?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+].*)?$/.exec(text);
  if (!parts) return undefined;
  const numbers = parts.slice(1).map((part) => (part === undefined || /\D/.test(part) ? undefined : Number(part)));
  const [major, minor, patch] = numbers;
  if (major === undefined) return everything;
  if (minor === undefined) return [of(major), of(major + 1)];
  if (patch === undefined) return [of(major, minor), of(major, minor + 1)];
  return [of(major, minor, patch), of(major, minor, patch + 1)];
};
