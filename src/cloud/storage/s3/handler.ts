/**
 * Handles S3 requests: verifies the signature, routes to an operation, checks access and runs it. Unsigned requests have
 * the access granted by a bucket's policy. Responses can contain user content on the dashboard's origin, so they are
 * sandboxed.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse, IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { idOfRequest } from "../../http/observe/request-work.ts";
import type { Outcomes } from "../../billing/ledger/usage/outcomes.ts";
import type { Bucket, CorsRule } from "../buckets/service.ts";
import { allows } from "./access.ts";
import { sendEmpty, sendError } from "./answer.ts";
import { Query, parseTarget, validateKey, type Base, type RequestTarget } from "./request-target.ts";
import { checkHeaders, hoistHeaders } from "./check-request.ts";
import { asS3Error, S3Error } from "./errors.ts";
import type { BucketExchange, Exchange, ExchangeDeps } from "./exchange.ts";
import { routeOf } from "./routing.ts";
import { verify } from "./signature/verify.ts";

export interface S3HandlerDeps extends ExchangeDeps {
  /** Origin of the dashboard, which CORS always allows. */
  readonly ownOrigin: string | undefined;
  readonly outcomes: Pick<Outcomes, "record">;
}

/** Unread bodies up to this size are drained; for longer ones, the connection is closed. */
const unwantedBytesMax = 16 * 1024 * 1024;

export const createS3Handler = (deps: S3HandlerDeps) => {
  const prepare = async (started: Started, target: RequestTarget): Promise<BucketExchange | Exchange> => {
    const { request, response, requestId, moved } = started;
    const bucket = target.bucketName === "" ? undefined : await deps.buckets.find(target.bucketName);
    const { origin } = request.headers;
    const rule = origin && corsRuleFor(bucket, { origin, method: target.method }, deps.ownOrigin);
    if (rule) Object.assign(started.headers, corsHeaders(rule, origin));
    const verified = await verify(request, target, deps.keys);
    if (verified) {
      deps.keys.recordUse(verified.key);
      // Not of visitors, who could cause a team's alerts.
      if (verified.key.objectKey === undefined) started.teamId = verified.key.teamId;
    }
    const read = verified ? { ...target, query: verified.query } : target;
    return {
      ...deps,
      request,
      response,
      requestId,
      headers: started.headers,
      moved,
      target: read,
      verified,
      ...(bucket && { bucket }),
    };
  };

  const answer = async (started: Started, target: RequestTarget): Promise<void> => {
    if (target.method === "OPTIONS") return answerPreflight(started, target);
    if (target.key !== "") validateKey(target.key);
    const exchange = await prepare(started, target);
    const { headers } = started.request;
    hoistHeaders(headers, exchange.target.query);
    const route = routeOf(exchange.target, headers["x-amz-copy-source"] !== undefined);
    if (route.of === "service") {
      if (exchange.verified) checkHeaders(route.name, headers, undefined);
      return route.run(exchange);
    }
    if (!hasBucket(exchange)) throw new S3Error("NoSuchBucket");
    const { name, right, nameOf = keyOf, run } = route.operation;
    if (right !== "form" && !allows(exchange.verified?.key, exchange.bucket, right, nameOf(exchange.target)))
      throw new S3Error("AccessDenied");
    // A form has fields instead of headers.
    if (right !== "form") checkHeaders(name, headers, exchange.bucket.teamId);
    // Traffic of unsigned forms is not counted.
    let isAllowed = right !== "form";
    try {
      await run(exchange);
      isAllowed = true;
    } finally {
      const { received, sent } = exchange.moved;
      if (isAllowed) deps.traffic.record(exchange.bucket, received + sent, isVisit(exchange));
    }
  };

  /** Whether a file is read without a key of the team: from a public bucket, or with a share link. */
  const isVisit = ({ target, verified }: Pick<Exchange, "target" | "verified">): boolean =>
    target.method === "GET" && target.key !== "" && (!verified || verified.key.objectKey !== undefined);

  const answerPreflight = async (started: Started, target: RequestTarget): Promise<void> => {
    const preflight = preflightIn(started.request.headers);
    if (!preflight) throw new S3Error("BadRequest", "Insufficient information. Origin request header needed.");
    const bucket = target.bucketName === "" ? undefined : await deps.buckets.find(target.bucketName);
    const rule = corsRuleFor(bucket, preflight, deps.ownOrigin);
    if (!rule) throw new S3Error("AccessForbidden");
    sendEmpty({ ...started, target }, 200, preflightHeaders(rule, preflight));
  };

  return async (request: IncomingMessage, response: ServerResponse, base: Base): Promise<void> => {
    const started = startExchange(request, response);
    let target = emptyTarget;
    try {
      target = parseTarget(request, base);
      await answer(started, target);
    } catch (error) {
      const s3Error = asS3Error(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendError({ ...started, target }, s3Error ?? new S3Error("InternalError"));
      if (!s3Error) throw error;
    } finally {
      const { teamId } = started;
      if (teamId !== undefined) deps.outcomes.record(teamId, "STORAGE", isFailure(response.statusCode));
      drain(request);
    }
  };
};

interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly headers: OutgoingHttpHeaders;
  readonly moved: { received: number; sent: number };
  /** Team of the key that signed the request. */
  teamId?: string;
}

/** Statuses by which clients learn whether an object exists, has changed or is long enough. */
const expectedStatuses: ReadonlySet<number> = new Set([404, 412, 416]);

const isFailure = (status: number): boolean => status >= 400 && !expectedStatuses.has(status);

const startExchange = (request: IncomingMessage, response: ServerResponse): Started => {
  const requestId = idOfRequest(request) ?? "";
  const headers = {
    "x-amz-request-id": requestId,
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
  };
  return { request, response, requestId, headers, moved: { received: 0, sent: 0 } };
};

const emptyTarget: RequestTarget = { method: "GET", rawPath: "/", bucketName: "", key: "", query: new Query("") };

const keyOf = ({ key }: RequestTarget): string => key;

const hasBucket = (exchange: Exchange | BucketExchange): exchange is BucketExchange =>
  (exchange as { readonly bucket?: Bucket }).bucket !== undefined;

/** Drains an unread body, so that the connection can be reused. Limited in size. */
const drain = (request: IncomingMessage): void => {
  if (request.readableEnded || request.destroyed) return;
  let bytes = 0;
  request.on("error", () => undefined);
  request.on("data", (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > unwantedBytesMax) (request.socket as Socket | null)?.destroy();
  });
};

// CORS for buckets: their own rules, or all origins by default, because signatures don't use cookies.

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
  "x-amz-delete-marker",
  "x-amz-ipfs-hash",
  "x-amz-meta-arweave-failed-reason",
  "x-amz-meta-arweave-hash",
  "x-amz-meta-arweave-status",
  "x-amz-meta-ipfs-hash",
  "x-amz-mp-parts-count",
  "x-amz-object-lock-legal-hold",
  "x-amz-object-lock-mode",
  "x-amz-object-lock-retain-until-date",
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
const corsRuleFor = (
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

const corsHeaders = ({ allowedOrigins, exposeHeaders }: CorsRule, origin: string): OutgoingHttpHeaders => {
  const anybody = allowedOrigins.includes("*");
  return {
    "access-control-allow-origin": anybody ? "*" : origin,
    ...(!anybody && { "access-control-allow-credentials": "true" }),
    ...(exposeHeaders.length > 0 && { "access-control-expose-headers": exposeHeaders.join(", ") }),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
  };
};

/** Parses a preflight request; undefined if it is not one. */
const preflightIn = (
  headers: IncomingHttpHeaders,
): { origin: string; method: string; headers: readonly string[] } | undefined => {
  const { origin } = headers;
  const method = headers["access-control-request-method"];
  if (origin === undefined || method === undefined) return undefined;
  const names = (headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
  return { origin, method, headers: names.filter(Boolean) };
};

const preflightHeaders = (
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
