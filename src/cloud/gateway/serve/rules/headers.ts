/** Parses `_headers` files: paths, each followed by indented headers for its responses. */
import { matchPattern, parsePattern, quoted, RuleError, type Pattern } from "./pattern.ts";
import type { RequestPath } from "./redirects.ts";

const RULES_MAX = 200;
const VALUE_CHARACTERS_MAX = 4096;

export interface HeaderRule {
  readonly path: Pattern;
  /** Lower-case names. */
  readonly set: readonly (readonly [name: string, value: string])[];
  /** Names of headers to remove, set by previous rules or by default. */
  readonly without: readonly string[];
}

export interface ParsedHeaders {
  readonly rules: readonly HeaderRule[];
  /** One message for each ignored line. */
  readonly problems: readonly string[];
}

/** Headers by lowercase name; undefined removes a default header. */
export type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** Headers that sites can't change: they concern the connection, describe the bytes, or affect other sites. */
const protectedHeaders: ReadonlySet<string> = new Set(
  `accept-ranges age alt-svc basic-auth connection content-encoding content-length content-range date etag host keep-alive
  last-modified location proxy-authenticate proxy-connection server set-cookie set-cookie2 te trailer transfer-encoding
  upgrade vary x-content-type-options`.split(/\s+/),
);
const isProtected = (name: string): boolean => protectedHeaders.has(name) || name.startsWith("x-ipfs-");

/** Parses the file. Invalid lines are ignored and reported; valid ones, which can protect the site, still apply. */
export const parseHeaders = (text: string): ParsedHeaders => {
  const rules: (HeaderRule & { set: [string, string][]; without: string[] })[] = [];
  const problems: string[] = [];
  let rule: (typeof rules)[number] | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (!trimmed || trimmed.startsWith("#")) continue;
    try {
      if (/^\S/.test(line)) {
        rule = undefined;
        if (rules.length >= RULES_MAX) throw new RuleError(`there are more than ${RULES_MAX} paths`);
        rule = { path: parsePattern(trimmed), set: [], without: [] };
        rules.push(rule);
      } else if (!rule) throw new RuleError("a header must follow a path");
      else if (trimmed.startsWith("!")) rule.without.push(parseName(trimmed.slice(1).trim()));
      else rule.set.push(parseHeader(trimmed));
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      problems.push(`line ${index + 1}: ${error.message}`);
    }
  }
  return { rules, problems };
};

/** Combines the headers of all matching rules. Values of one name are joined. */
export const headersFor = (
  rules: readonly HeaderRule[],
  { hostName, path }: RequestPath,
): HeaderChanges | undefined => {
  let changes: Record<string, string | undefined> | undefined;
  for (const rule of rules) {
    if (!matchPattern(rule.path, hostName, path.parts)) continue;
    changes ??= {};
    for (const name of rule.without) changes[name] = undefined;
    for (const [name, value] of rule.set) changes[name] = [changes[name], value].filter(Boolean).join(", ");
  }
  return changes;
};

const parseHeader = (line: string): [string, string] => {
  const colonAt = line.indexOf(":");
  if (colonAt < 0) throw new RuleError(`${quoted(line)} is not a header: the colon is missing`);
  const value = line.slice(colonAt + 1).trim();
  if (value.length > VALUE_CHARACTERS_MAX)
    throw new RuleError(`a value is longer than ${VALUE_CHARACTERS_MAX} characters`);
  if (!/^[\t\x20-\x7e]+$/.test(value)) throw new RuleError("a value must contain only ASCII characters");
  return [parseName(line.slice(0, colonAt).trim()), value];
};

const parseName = (text: string): string => {
  const name = text.toLowerCase();
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) throw new RuleError(`${quoted(text)} is not a valid header name`);
  if (isProtected(name)) throw new RuleError(`the header ${quoted(text)} can't be changed`);
  return name;
};
