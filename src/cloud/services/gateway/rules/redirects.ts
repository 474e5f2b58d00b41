/**
 * The file `_redirects`: https://specs.ipfs.tech/http-gateways/web-redirects-file/, with what people know from other hosts
 * beside: `!` for rules that stand above files, queries to match, and hosts.
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
  /** What the query must hold: a value, or ":name" for any. */
  readonly query: readonly (readonly [key: string, value: string])[];
  readonly to: string;
  readonly status: RedirectStatus | ContentStatus;
  /** Also where there is a file. */
  readonly isForced: boolean;
}

/** What a rule says of a request: go elsewhere, or what is at `path` of the same site. */
export type Consequence =
  | { readonly status: RedirectStatus; readonly location: string }
  | { readonly status: ContentStatus; readonly path: ContentPath };

export interface RequestPath {
  readonly hostName: string;
  readonly path: ContentPath;
}

/** Throws a `RuleError` that names the line. */
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

/** What the first rule that means this path says. A rule that would lead to where it comes from is passed over. */
export const consequenceOf = (rules: readonly RedirectRule[], asked: RequestPath): Consequence | undefined => {
  let query: URLSearchParams | undefined;
  for (const rule of rules) {
    const queried = matchQuery(rule, () => (query ??= new URLSearchParams(asked.path.search)));
    const captured = queried && matchPattern(rule.from, asked.hostName, asked.path.parts);
    const values = captured && new Map([...captured, ...queried]);
    const consequence = values && consequenceOfRule(rule, asked, values);
    if (consequence) return consequence;
  }
  return undefined;
};

/** Words of a line, without a comment. */
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

/** id=:id, before where the rule leads. */
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
  const status = [...redirectStatuses, ...contentStatuses].find((known) => known === number);
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

const isRedirect = (status: number): status is RedirectStatus => redirectStatuses.some((known) => known === status);

/** What may not stand in a header is percent-encoded. */
const escaped = (to: string): string => to.replace(/[^\x21-\x7e]/gu, encodeURIComponent);

/** What the query holds for the rule's names; undefined when it does not hold what it must. */
const matchQuery = ({ query }: RedirectRule, given: () => URLSearchParams): Captured | undefined => {
  if (query.length === 0) return nothing;
  const values = new Map<string, string>();
  for (const [key, wanted] of query) {
    const value = given().get(key);
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
