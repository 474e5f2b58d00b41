/**
 * Parses and applies `_redirects` files (https://specs.ipfs.tech/http-gateways/web-redirects-file/), with common
 * extensions: `!` for rules that override files, query matching, and hosts.
 */
import { parsePath, type ContentPath } from "../target.ts";
import { matchPattern, parsePattern, quoted, RuleError, type Captured, type Pattern } from "./pattern.ts";

const redirectStatuses = [301, 302, 303, 307, 308] as const;
const contentStatuses = [200, 404, 410, 451] as const;
type RedirectStatus = (typeof redirectStatuses)[number];
export type ContentStatus = (typeof contentStatuses)[number];

const RULES_MAX = 2000;

export interface RedirectRule {
  readonly from: Pattern;
  /** Required query parameters: a value, or ":name" for any value. */
  readonly query: readonly (readonly [key: string, value: string])[];
  readonly to: string;
  readonly status: RedirectStatus | ContentStatus;
  /** Applies even if a file exists. */
  readonly isForced: boolean;
}

/** Result of a rule: a redirect, or a file of the site to serve. */
export type Consequence =
  | { readonly status: RedirectStatus; readonly location: string }
  | { readonly status: ContentStatus; readonly path: ContentPath };

export interface RequestPath {
  readonly hostName: string;
  readonly path: ContentPath;
}

/** Parses a `_redirects` file. Throws a `RuleError` with the line number. */
export const parseRedirects = (text: string): RedirectRule[] => {
  const rules = text.split(/\r?\n/).flatMap((line, index) => {
    const words = wordsOf(line);
    if (words.length === 0) return [];
    try {
      return [parseRule(words)];
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      throw new RuleError(`line ${index + 1}: ${error.message}`);
    }
  });
  if (rules.length > RULES_MAX) throw new RuleError(`it has more than ${RULES_MAX.toLocaleString("en")} rules`);
  return rules;
};

/** Returns the result of the first matching rule. Redirects to the same URL are skipped. */
export const consequenceOf = (rules: readonly RedirectRule[], request: RequestPath): Consequence | undefined => {
  let query: URLSearchParams | undefined;
  for (const rule of rules) {
    const queried = matchQuery(rule, () => (query ??= new URLSearchParams(request.path.search)));
    const captured = queried && matchPattern(rule.from, request.hostName, request.path.parts);
    const values = captured && new Map([...captured, ...queried]);
    const consequence = values && consequenceOfRule(rule, request, values);
    if (consequence) return consequence;
  }
  return undefined;
};

/** Splits a line into words, without comments. */
const wordsOf = (line: string): string[] => {
  const words = line.split(/\s+/).filter(Boolean);
  const commentAt = words.findIndex((word) => word.startsWith("#"));
  return commentAt < 0 ? words : words.slice(0, commentAt);
};

const parseRule = ([from, ...words]: string[]): RedirectRule => {
  const pattern = parsePattern(from!);
  if (pattern.star?.suffix || pattern.after.length > 0) throw new RuleError("the * must be at the end of the path");
  const toAt = words.findIndex((word) => !isQueryWord(word));
  const to = words[toAt];
  if (to === undefined) throw new RuleError("a rule needs a path and a destination");
  const { status, isForced } = parseStatus(words.slice(toAt + 1));
  refuseTarget(to, status);
  return { from: pattern, query: words.slice(0, toAt).map(parseQueryWord), to: escaped(to), status, isForced };
};

/** Whether a word is a query condition, such as `id=:id`, before the target. */
const isQueryWord = (word: string): boolean => !word.startsWith("/") && !word.includes("://") && word.includes("=");

const parseQueryWord = (word: string): [string, string] => {
  const at = word.indexOf("=");
  return [word.slice(0, at), word.slice(at + 1)];
};

const parseStatus = ([word, ...more]: string[]): Pick<RedirectRule, "status" | "isForced"> => {
  const surplus = [word, ...more].find((text) => text?.includes("="));
  if (surplus) throw new RuleError(`conditions such as ${quoted(surplus)} are not supported`);
  if (more.length > 0) throw new RuleError(`unexpected ${quoted(more[0]!)}`);
  const isForced = word?.endsWith("!") ?? false;
  const number = Number(isForced ? word!.slice(0, -1) : (word ?? "301"));
  const status = [...redirectStatuses, ...contentStatuses].find((supported) => supported === number);
  if (!status) throw new RuleError(`the status ${quoted(word!)} is not supported`);
  return { status, isForced };
};

const refuseTarget = (to: string, status: number): void => {
  const isElsewhere = /^https?:\/\/[^/]/i.test(to);
  if (!isElsewhere && (!to.startsWith("/") || to.startsWith("//"))) {
    throw new RuleError(
      `${quoted(to)} must be a path that starts with a slash, or a URL that starts with http:// or https://`,
    );
  }
  if (isElsewhere && !isRedirect(status)) {
    throw new RuleError(`${quoted(to)} is another site: use a redirect status such as 301 instead of ${status}`);
  }
};

const isRedirect = (status: number): status is RedirectStatus =>
  redirectStatuses.some((supported) => supported === status);

/** Percent-encodes characters that are invalid in headers. */
const escaped = (to: string): string => to.replace(/[^\x21-\x7e]/gu, encodeURIComponent);

/** Returns the query's values for the rule's placeholders; undefined if a condition fails. */
const matchQuery = ({ query }: RedirectRule, getQuery: () => URLSearchParams): Captured | undefined => {
  if (query.length === 0) return nothing;
  const values = new Map<string, string>();
  for (const [key, wanted] of query) {
    const value = getQuery().get(key);
    if (value === null) return undefined;
    if (wanted.startsWith(":")) values.set(wanted.slice(1), encodeURIComponent(value.toWellFormed()));
    else if (wanted !== value) return undefined;
  }
  return values;
};

const nothing: Captured = new Map();

const consequenceOfRule = (
  { to, status, query }: RedirectRule,
  { path }: RequestPath,
  values: Captured,
): Consequence | undefined => {
  const target = to.replace(/:([A-Za-z_]\w*)/g, (whole, name: string) => values.get(name) ?? whole);
  if (!isRedirect(status)) {
    const inside = parsePath(target);
    return inside && { status, path: inside };
  }
  const location = target.includes("?") || query.length > 0 ? target : withQuery(target, path.search);
  return leadsTo(location, path) ? undefined : { status, location };
};

const withQuery = (target: string, search: string): string => {
  const at = target.indexOf("#");
  return at < 0 ? target + search : target.slice(0, at) + search + target.slice(at);
};

const leadsTo = (location: string, path: ContentPath): boolean => {
  const target = parsePath(location);
  return (
    target !== undefined &&
    target.endsWithSlash === path.endsWithSlash &&
    target.search === path.search &&
    target.parts.join("/") === path.parts.join("/")
  );
};
