/** CORS for buckets: their own rules, or all origins by default, because signatures don't use cookies. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { Bucket, CorsRule } from "../buckets/service.ts";

/** Listed by name, because browsers support no patterns here. */
const exposed = [
  "ETag",
  "Accept-Ranges",
  "Content-Disposition",
  "Content-Encoding",
  "Content-Length",
  "Content-Range",
  "Date",
  "Last-Modified",
  "x-amz-bucket-region",
  "x-amz-checksum-crc32",
  "x-amz-checksum-crc32c",
  "x-amz-checksum-crc64nvme",
  "x-amz-checksum-sha1",
  "x-amz-checksum-sha256",
  "x-amz-checksum-type",
  "x-amz-copy-source-version-id",
  "x-amz-ipfs-hash",
  "x-amz-meta-arweave-failed-reason",
  "x-amz-meta-arweave-hash",
  "x-amz-meta-arweave-status",
  "x-amz-meta-ipfs-hash",
  "x-amz-mp-parts-count",
  "x-amz-request-id",
  "x-amz-tagging-count",
  "x-amz-version-id",
];

const defaultRule: CorsRule = {
  allowedOrigins: ["*"],
  allowedMethods: ["GET", "HEAD", "PUT", "POST", "DELETE"],
  allowedHeaders: ["*"],
  exposeHeaders: exposed,
  maxAgeSeconds: 3000,
};

/** Finds the rule for a request; undefined if none allows it. */
export const corsRuleFor = (
  bucket: Pick<Bucket, "cors"> | undefined,
  { origin, method, headers = [] }: { origin: string; method: string; headers?: readonly string[] },
  ownOrigin: string | undefined,
): CorsRule | undefined => {
  if (!bucket?.cors || origin === ownOrigin) return defaultRule;
  return bucket.cors.find(
    ({ allowedOrigins, allowedMethods, allowedHeaders }) =>
      allowedOrigins.some((pattern) => isLike(pattern, origin)) &&
      allowedMethods.includes(method) &&
      headers.every((header) => allowedHeaders.some((pattern) => isLike(pattern.toLowerCase(), header.toLowerCase()))),
  );
};

export const corsHeaders = ({ allowedOrigins, exposeHeaders }: CorsRule, origin: string): OutgoingHttpHeaders => {
  const anybody = allowedOrigins.includes("*");
  return {
    "access-control-allow-origin": anybody ? "*" : origin,
    ...(!anybody && { "access-control-allow-credentials": "true" }),
    ...(exposeHeaders.length > 0 && { "access-control-expose-headers": exposeHeaders.join(", ") }),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
  };
};

/** Parses a preflight request; undefined if it is not one. */
export const preflightIn = (
  headers: IncomingHttpHeaders,
): { origin: string; method: string; headers: readonly string[] } | undefined => {
  const { origin } = headers;
  const method = headers["access-control-request-method"];
  if (origin === undefined || method === undefined) return undefined;
  const names = (headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
  return { origin, method, headers: names.filter(Boolean) };
};

export const preflightHeaders = (
  rule: CorsRule,
  { origin, headers }: { origin: string; headers: readonly string[] },
): OutgoingHttpHeaders => ({
  ...corsHeaders(rule, origin),
  "access-control-allow-methods": rule.allowedMethods.join(", "),
  ...(headers.length > 0 && { "access-control-allow-headers": headers.join(", ") }),
  ...(rule.maxAgeSeconds !== undefined && { "access-control-max-age": String(rule.maxAgeSeconds) }),
});

/** Matches a pattern with at most one *. */
const isLike = (pattern: string, text: string): boolean => {
  const at = pattern.indexOf("*");
  if (at < 0) return pattern === text;
  const [start, end] = [pattern.slice(0, at), pattern.slice(at + 1)];
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
};
