/**
 * Handles S3 requests: verifies the signature, routes to an operation, checks access and runs it. Unsigned requests have
 * the access granted by a bucket's policy. Responses can contain user content on the dashboard's origin, so they are
 * sandboxed.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Bucket } from "../buckets/service.ts";
import { allows } from "./access.ts";
import { sendEmpty, sendError } from "./answer.ts";
import { parseTarget, type RequestTarget } from "./request-target.ts";
import { checkHeaders, hoistHeaders } from "./check-request.ts";
import { corsHeaders, corsRuleFor, preflightHeaders, preflightIn } from "./cors.ts";
import { asS3Error, S3Error } from "./errors.ts";
import type { BucketExchange, Exchange, ExchangeDeps } from "./exchange.ts";
import { validateKey } from "./names.ts";
import { Query } from "./query.ts";
import { routeOf } from "./routing.ts";
import { verify } from "./signature/verify.ts";

export interface S3HandlerDeps extends ExchangeDeps {
  /** Origin of the dashboard, which CORS always allows. */
  readonly ownOrigin: string | undefined;
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
    if (verified) deps.keys.recordUse(verified.key);
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

  return async (request: IncomingMessage, response: ServerResponse, prefix: string): Promise<void> => {
    const started = startExchange(request, response);
    let target = emptyTarget;
    try {
      target = parseTarget(request, prefix);
      await answer(started, target);
    } catch (error) {
      const s3Error = asS3Error(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendError({ ...started, target }, s3Error ?? new S3Error("InternalError"));
      if (!s3Error) throw error;
    } finally {
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
}

const startExchange = (request: IncomingMessage, response: ServerResponse): Started => {
  const requestId = randomBytes(8).toString("hex").toUpperCase();
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
    if (bytes > unwantedBytesMax) request.socket.destroy();
  });
};
