/**
 * Evaluates Node.js version ranges as npm does for `engines`: comparators (≥ > ≤ < =), ^ and ~, x and missing parts,
 * hyphen ranges, alternatives with || (https://docs.npmjs.com/cli/configuring-npm/package-json#engines). Ignores
 * pre-release tags.
 */

/** From the first version (inclusive) to the second (exclusive). */
type Span = readonly [from: number, to: number];

/** Maps a version to a comparable number; parts of Node.js and npm versions are far below 1,000. */
const of = (major: number, minor = 0, patch = 0): number => (major * 1000 + minor) * 1000 + patch;
const everything: Span = [0, Infinity];

/** Whether the range includes a version of this major. An unreadable range includes none. */
export const admitsMajor = (range: string, major: number): boolean => meets(range, [of(major), of(major + 1)]);

/** Whether every version in the range is older than this major: "^16", but not ">=16". */
export const isBelowMajor = (range: string, major: number): boolean =>
  spansOf(range).length > 0 && spansOf(range).every(([, to]) => to <= of(major));

const meets = (range: string, [from, to]: Span): boolean =>
  spansOf(range).some(([low, high]) => Math.max(low, from) < Math.min(high, to));

const spansOf = (range: string): Span[] =>
  range.split("||").flatMap((part) => {
    const span = spanOfAll(part.trim());
    return span && span[0] < span[1] ? [span] : [];
  });

/** Comparators between two || must all match. */
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

/** "22" and "22.x" cover all of 22, "22.1" all of 22.1, "22.1.3" one version; "", "*" and "x" cover everything. */
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
