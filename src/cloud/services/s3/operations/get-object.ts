import type { OutgoingHttpHeaders } from "node:http";
import type { ByteRange } from "../../buckets/service.ts";
import { writeHead } from "../answer.ts";
import { checksumHeaders, headersOf, headerText, standardHeaders } from "../attributes.ts";
import { checkRead, validators } from "../conditions.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { requireObject } from "../require-object.ts";
import { writerTo } from "../../writer-to.ts";
import { partRange, rangeIn } from "../ranges.ts";

/** GetObject, and HeadObject without the content. */
export const getObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, response, target, bucket, buckets, traffic } = exchange;
  rejectAsCode(exchange);
  const object = await requireObject(exchange);
  checkRead(request.headers, object);
  const part = partRange(target.query, object);
  const range = part?.range ?? rangeIn(request.headers, object);
  const isWhole = range === undefined;
  const headers: OutgoingHttpHeaders = {
    ...exchange.headers,
    ...headersOf(object, await exchange.describe(bucket, object)),
    ...validators(object),
    "accept-ranges": "bytes",
    "content-length": isWhole ? object.sizeBytes : sizeOf(range),
    ...(!isWhole && { "content-range": `bytes ${range.start}-${range.end}/${object.sizeBytes}` }),
    ...(part && { "x-amz-mp-parts-count": part.count }),
    // Only for the whole object: a client would compare a part with them.
    ...(isWhole && request.headers["x-amz-checksum-mode"] === "ENABLED" && checksumHeaders(object)),
    ...overrides(exchange),
  };
  const status = isWhole ? 200 : 206;
  if (request.method === "HEAD") return void writeHead(response, status, headers).end();
  await traffic.ask(bucket, isWhole ? object.sizeBytes : sizeOf(range));
  if (object.sizeBytes === 0) return void writeHead(response, status, headers).end();
  const write = writerTo(response);
  await buckets.pour(object, range ?? { start: 0, end: object.sizeBytes - 1 }, async (piece) => {
    exchange.moved.sent += piece.length;
    // Headers are sent with the first bytes, so an earlier failure can still return an error.
    if (!response.headersSent) writeHead(response, status, headers);
    await write(piece);
  });
  response.end();
};

const sizeOf = ({ start, end }: ByteRange): number => end - start + 1;

/** Fetch destinations that run a file as code of the requesting page's origin. */
const codeDestinations = new Set([
  "script",
  "worker",
  "sharedworker",
  "serviceworker",
  "audioworklet",
  "paintworklet",
  "xslt",
]);

const rejectAsCode = ({ request: { headers } }: BucketExchange): void => {
  const isOwnCode =
    headers["sec-fetch-site"] === "same-origin" && codeDestinations.has(String(headers["sec-fetch-dest"]));
  if (headers["service-worker"] !== undefined || isOwnCode)
    throw new S3Error("AccessDenied", "Objects can't run as scripts on this origin.");
};

/** Returns headers overridden with response-content-type and similar parameters. Only for signed requests. */
const overrides = ({ target: { query }, verified }: BucketExchange): OutgoingHttpHeaders => {
  const given = standardHeaders.flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value === undefined ? [] : [[name, headerText(Buffer.from(value, "utf8").toString("latin1"))] as const];
  });
  if (given.length > 0 && !verified)
    throw new S3Error("InvalidRequest", "Request specific response headers cannot be used for anonymous GET requests.");
  return Object.fromEntries(given);
};
