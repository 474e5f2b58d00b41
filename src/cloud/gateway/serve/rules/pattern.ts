/**
 * Patterns of `_redirects` and `_headers`: literal parts, `:placeholders` for one part, and one `*` for the rest. Matching
 * takes linear time in the path length and uses no regular expressions from sites.
 */

export interface Pattern {
  /** Lowercase. Restricts the pattern to this host, if set. */
  readonly hostName?: string;
  readonly before: readonly Part[];
  /** The star with the text around it in its part: "*.js" has the suffix ".js". */
  readonly star?: { readonly prefix: string; readonly suffix: string };
  readonly after: readonly Part[];
}

type Part = { readonly literal: string } | { readonly name: string };

/** Longer paths never match, which limits the cost of many rules and long paths. */
const PARTS_MAX = 200;
const QUOTED_CHARACTERS = 60;

/** URL-encoded values by placeholder name. The star's name is "splat". */
export type Captured = ReadonlyMap<string, string>;

/** An invalid line; the message is a clause. */
export class RuleError extends Error {
  override readonly name = "RuleError";
}

/** Quotes a part of the file for a message. */
export const quoted = (text: string): string =>
  `“${text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text}”`;

/** Parses a pattern. Throws `RuleError`. */
export const parsePattern = (text: string): Pattern => {
  const [, host, hostPath] = /^https?:\/\/([^/:]+)(?::\d+)?(.*)$/i.exec(text) ?? [];
  const path = host === undefined ? text : hostPath || "/";
  if (!path.startsWith("/")) throw new RuleError(`${quoted(text)} is not a path: it must start with a slash`);
  const parts = path.split("/").filter(Boolean);
  const starAt = parts.findIndex((part) => part.includes("*"));
  const before = starAt < 0 ? parts : parts.slice(0, starAt);
  const after = starAt < 0 ? [] : parts.slice(starAt + 1);
  const [prefix = "", suffix = "", ...more] = starAt < 0 ? [] : parts[starAt]!.split("*");
  if (more.length > 0 || after.some((part) => part.includes("*"))) throw new RuleError("only one * is allowed");
  const pattern: Pattern = {
    ...(host !== undefined && { hostName: host.toLowerCase() }),
    before: before.map(parsePart),
    ...(starAt >= 0 && { star: { prefix: decode(prefix), suffix: decode(suffix) } }),
    after: after.map(parsePart),
  };
  refuseRepeated([...pattern.before, ...pattern.after]);
  return pattern;
};

/** Matches a path; undefined if it does not match. `parts` are decoded and never empty. */
export const matchPattern = (
  { hostName, before, star, after }: Pattern,
  host: string,
  parts: readonly string[],
): Captured | undefined => {
  if (hostName !== undefined && hostName !== host) return undefined;
  if (parts.length > PARTS_MAX) return undefined;
  const fixed = before.length + after.length;
  if (star ? parts.length < fixed : parts.length !== fixed) return undefined;
  const captured = new Map<string, string>();
  const afterAt = parts.length - after.length;
  if (!matchParts(before, parts, 0, captured) || !matchParts(after, parts, afterAt, captured)) return undefined;
  if (!star) return captured;
  const splat = splatOf(star, parts.slice(before.length, afterAt));
  return splat === undefined ? undefined : captured.set("splat", splat);
};

const matchParts = (
  wanted: readonly Part[],
  parts: readonly string[],
  from: number,
  captured: Map<string, string>,
): boolean =>
  wanted.every((part, index) => {
    const value = parts[from + index]!;
    if ("literal" in part) return part.literal === value;
    captured.set(part.name, encodeURIComponent(value));
    return true;
  });

const splatOf = ({ prefix, suffix }: NonNullable<Pattern["star"]>, parts: readonly string[]): string | undefined => {
  const [first = "", ...more] = parts;
  const last = more.at(-1) ?? first;
  const isLong = more.length > 0 || first.length >= prefix.length + suffix.length;
  if (!isLong || !first.startsWith(prefix) || !last.endsWith(suffix)) return undefined;
  const rest = [first.slice(prefix.length), ...more];
  rest.push(rest.pop()!.slice(0, suffix.length > 0 ? -suffix.length : undefined));
  return rest.map(encodeURIComponent).join("/");
};

const parsePart = (text: string): Part => {
  if (!text.startsWith(":")) return { literal: decode(text) };
  const [, name] = /^:([A-Za-z_]\w*)$/.exec(text) ?? [];
  if (!name || name === "splat") throw new RuleError(`${quoted(text)} is not a valid placeholder name`);
  return { name };
};

const refuseRepeated = (parts: readonly Part[]): void => {
  const names = parts.flatMap((part) => ("name" in part ? [part.name] : []));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new RuleError(`${quoted(`:${repeated}`)} is used twice`);
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
