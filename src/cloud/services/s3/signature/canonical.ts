import type { IncomingMessage } from "node:http";
import type { Query } from "../query.ts";

export interface Signed {
  readonly request: Pick<IncomingMessage, "method" | "rawHeaders">;
  readonly rawPath: string;
  readonly signedHeaders: readonly string[];
  readonly payload: string;
}

/** Percent-encodes all characters except letters, digits and -._~, as in AWS. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the possible canonical requests. Node decodes headers as Latin-1, one character per byte. For non-ASCII headers
 * there is a second one, because browsers sign UTF-8 but send Latin-1.
 */
export const canonicalRequests = (
  { request, signedHeaders, payload }: Signed,
  path: string,
  query: Query,
): readonly Buffer[] => {
  const headers = signedHeaders.map((name) => `${name}:${valueOf(request.rawHeaders, name)}\n`).join("");
  const lines = [request.method, path, canonicalQuery(query), headers, signedHeaders.join(";"), payload].join("\n");
  const asSent = Buffer.from(lines, "latin1");
  return /^\p{ASCII}*$/u.test(headers) ? [asSent] : [asSent, Buffer.from(lines, "utf8")];
};

/**
 * Returns the possible canonical paths, the most common first. Clients escape paths differently: each part, the whole
 * path except slashes, or not at all.
 */
export const canonicalPaths = (rawPath: string): readonly string[] => [
  ...new Set([
    rawPath
      .split("/")
      .map((part) => escaped(decodeURIComponent(part)))
      .join("/"),
    escaped(decodeURIComponent(rawPath)).replaceAll("%2F", "/"),
    rawPath,
  ]),
];

const canonicalQuery = ({ pairs }: Query): string =>
  pairs
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .toSorted(([name, value], [other, otherValue]) => compare(name, other) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Returns all values of a header, trimmed, with single spaces. */
const valueOf = (rawHeaders: readonly string[], name: string): string => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.toLowerCase() === name) values.push(rawHeaders[at + 1]!.trim().replaceAll(/ +/g, " "));
  return values.join(",");
};
