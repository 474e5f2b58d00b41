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
import { needKey } from "./names.ts";
import { Query } from "./query.ts";
import { routeOf } from "./routing.ts";
import { verify } from "./signature/verify.ts";

export interface S3HandlerDeps extends ExchangeDeps {
  /** Origin of the dashboard, which CORS always allows. */
  readonly ownOrigin: string | undefined;
}

/** Unread bodies up to this size are drained; for longer ones, the connection is closed. */
const unwantedBytesMax = 16 * 1024 * 1024;

export const createS3Handler = (parts: S3HandlerDeps) => {
  const prepare = async (started: Started, asked: RequestTarget): Promise<BucketExchange | Exchange> => {
    const { request, response, requestId, moved } = started;
    const bucket = asked.bucketName === "" ? undefined : await parts.buckets.find(asked.bucketName);
    const { origin } = request.headers;
    const rule = origin && corsRuleFor(bucket, { origin, method: asked.method }, parts.ownOrigin);
    if (rule) Object.assign(started.headers, corsHeaders(rule, origin));
    const verified = await verify(request, asked, parts.keys);
    if (verified) parts.keys.noteUse(verified.key);
    const read = verified ? { ...asked, query: verified.query } : asked;
    return {
      ...parts,
      request,
      response,
      requestId,
      headers: started.headers,
      moved,
      asked: read,
      verified,
      ...(bucket && { bucket }),
    };
  };

  const answer = async (started: Started, asked: RequestTarget): Promise<void> => {
    if (asked.method === "OPTIONS") return answerPreflight(started, asked);
    if (asked.key !== "") needKey(asked.key);
    const exchange = await prepare(started, asked);
    const { headers } = started.request;
    hoistHeaders(headers, exchange.asked.query);
    const route = routeOf(exchange.asked, headers["x-amz-copy-source"] !== undefined);
    if (route.of === "service") {
      if (exchange.verified) checkHeaders(route.name, headers, undefined);
      return route.run(exchange);
    }
    if (!hasBucket(exchange)) throw new S3Error("NoSuchBucket");
    const { name, right, nameOf = keyOf, run } = route.operation;
    if (right !== "form" && !allows(exchange.verified?.key, exchange.bucket, right, nameOf(exchange.asked)))
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
      if (isAllowed) parts.traffic.record(exchange.bucket, received + sent, isVisit(exchange));
    }
  };

  /** Whether a file is read without a key of the team: from a public bucket, or with a share link. */
  const isVisit = ({ asked, verified }: Pick<Exchange, "asked" | "verified">): boolean =>
    asked.method === "GET" && asked.key !== "" && (!verified || verified.key.objectKey !== undefined);

  const answerPreflight = async (started: Started, asked: RequestTarget): Promise<void> => {
    const preflight = preflightIn(started.request.headers);
    if (!preflight) throw new S3Error("BadRequest", "Insufficient information. Origin request header needed.");
    const bucket = asked.bucketName === "" ? undefined : await parts.buckets.find(asked.bucketName);
    const rule = corsRuleFor(bucket, preflight, parts.ownOrigin);
    if (!rule) throw new S3Error("AccessForbidden");
    sendEmpty({ ...started, asked }, 200, preflightHeaders(rule, preflight));
  };

  return async (request: IncomingMessage, response: ServerResponse, prefix: string): Promise<void> => {
    const started = begin(request, response);
    let asked = nowhere;
    try {
      asked = parseTarget(request, prefix);
      await answer(started, asked);
    } catch (error) {
      const known = asS3Error(error);
      if (response.headersSent || response.destroyed) response.destroy();
      else sendError({ ...started, asked }, known ?? new S3Error("InternalError"));
      if (!known) throw error;
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

const begin = (request: IncomingMessage, response: ServerResponse): Started => {
  const requestId = randomBytes(8).toString("hex").toUpperCase();
  const headers = {
    "x-amz-request-id": requestId,
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
  };
  return { request, response, requestId, headers, moved: { received: 0, sent: 0 } };
};

const nowhere: RequestTarget = { method: "GET", rawPath: "/", bucketName: "", key: "", query: new Query("") };

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
