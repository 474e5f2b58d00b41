/** Parts of AWS Signature Version 4 shared by clients and servers. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Query } from "../request-target.ts";

export const algorithm = "AWS4-HMAC-SHA256";

/** "20260101/eu-west-2/s3/aws4_request" */
export interface Scope {
  readonly date: string;
  readonly region: string;
}

export const scopeText = ({ date, region }: Scope): string => `${date}/${region}/s3/aws4_request`;

export const sha256Hex = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
export const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac("sha256", key).update(data).digest();

const keysMax = 1000;
const keys = new Map<string, Buffer>();

/** Computes the signing key of a day. Cached, because all requests of a day use it. */
export const signingKey = (secret: string, { date, region }: Scope): Buffer => {
  const name = `${secret}\n${date}\n${region}`;
  const cached = keys.get(name);
  if (cached) return cached;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), "s3"), "aws4_request");
  if (keys.size >= keysMax) keys.clear();
  keys.set(name, key);
  return key;
};

/** Compares hex strings in constant time. */
export const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected, "latin1"), Buffer.from(given, "latin1"));

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
