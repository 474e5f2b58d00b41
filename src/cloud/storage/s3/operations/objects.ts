/** Reads, writes and deletes objects. */
import type { OutgoingHttpHeaders } from "node:http";
import { deleteKeysMax } from "../../../../../resources/storage/limits.ts";
import { runsAsCode } from "../../../http/security/security-headers.ts";
import { writerTo } from "../../../http/edge/writer-to.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type {
  Attributes,
  ByteRange,
  Checks,
  Deleted,
  Deletion,
  ReceiveOptions,
  Received,
  StoredObject,
} from "../../buckets/service.ts";
import { sendEmpty, sendXml, writeHead } from "../answer.ts";
import { attributesIn, checksumHeaders, headerText, headersOf, standardHeaders } from "../attributes.ts";
import { bodyOf, readSmall, type Body } from "../body.ts";
import {
  checkRead,
  checkWrite,
  partRange,
  quoted,
  rangeIn,
  validators,
  writeConditionIn,
  type PartRange,
} from "../conditions.ts";
import { asS3Error, S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { allows } from "../access.ts";
import { bypassOf, lockHeaders, lockIn } from "./lock.ts";
import { checkedVersion, markerHeaders, requireObject, versionHeaders, versionIn } from "../require-object.ts";
import { parseXml, type Shape, type XmlElements } from "../xml.ts";

/** Checksums of what is sent: the object, a part, or of any other range none, since a client would compare them with it. */
const checksumsOf = (object: StoredObject, part: PartRange | undefined, isWhole: boolean): Checks => {
  if (part && object.partSizes) return { checksums: part.checksums, checksumType: object.checksumType };
  return isWhole ? object : { checksums: {} };
};

/** GetObject, and HeadObject without the content. */
export const getObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, response, target, bucket, buckets, traffic } = exchange;
  if (runsAsCode(request)) throw new S3Error("AccessDenied", "Objects can't run as scripts on this origin.");
  const object = await requireObject(exchange);
  checkRead(request.headers, object);
  const part = partRange(target.query, object);
  const range = part?.range ?? rangeIn(request.headers, object);
  const isWhole = range === undefined;
  const headers: OutgoingHttpHeaders = {
    ...exchange.headers,
    ...headersOf(object, await exchange.describe(bucket, object)),
    ...validators(object),
    ...versionHeaders(bucket, object),
    ...(exchange.verified && lockHeaders(object)),
    "accept-ranges": "bytes",
    "content-length": isWhole ? object.sizeBytes : sizeOf(range),
    ...(!isWhole && { "content-range": `bytes ${range.start}-${range.end}/${object.sizeBytes}` }),
    ...(part && { "x-amz-mp-parts-count": part.count }),
    ...(request.headers["x-amz-checksum-mode"] === "ENABLED" && checksumHeaders(checksumsOf(object, part, isWhole))),
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

/** Returns headers overridden with response-content-type and similar parameters. Only for signed requests. */
const overrides = ({ target: { query }, verified }: BucketExchange): OutgoingHttpHeaders => {
  const headers = standardHeaders.flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value === undefined ? [] : [[name, headerText(Buffer.from(value, "utf8").toString("latin1"))] as const];
  });
  if (headers.length > 0 && !verified)
    throw new S3Error("InvalidRequest", "Request specific response headers cannot be used for anonymous GET requests.");
  return Object.fromEntries(headers);
};

export const putObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, target, bucket, buckets } = exchange;
  const attributes: Attributes = attributesIn(request.headers);
  const condition = writeConditionIn(request.headers);
  const lock = lockIn(request.headers, bucket);
  const body = bodyOf(exchange);
  if (condition) checkWrite(condition, await buckets.head(bucket, target.key));
  const object = await receiveBody(exchange, body, (arrived) =>
    buckets.put(bucket, target.key, arrived, attributes, condition, lock),
  );
  sendEmpty(exchange, 200, {
    etag: quoted(object.etag),
    ...checksumHeaders(object),
    ...versionHeaders(bucket, object),
    "x-amz-ipfs-hash": object.cid,
    "x-amz-object-size": object.sizeBytes,
  });
};

/** Receives and checks a body, then passes it to `use`. On failure, the body is discarded. */
export const receiveBody = async <T>(
  { bucket, buckets, traffic }: BucketExchange,
  body: Body,
  use: (arrived: Received) => Promise<T>,
  options: Pick<ReceiveOptions, "asPart"> = {},
): Promise<T> => {
  await traffic.ask(bucket, body.sizeBytes ?? 0);
  const arrived = await buckets.receive(body.bytes, {
    teamId: bucket.teamId,
    sizeBytes: body.sizeBytes,
    checksums: body.algorithms,
    sha256: body.isHashed,
    ...options,
  });
  try {
    body.check(arrived);
    return await use(arrived);
  } catch (error) {
    await arrived.discard();
    throw error;
  }
};

/** 1000 keys of 1024 bytes, each byte encoded as an entity. */
const batchBytesMax = 8 * 1024 * 1024;

export const deleteObject = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets, target } = exchange;
  const versionId = versionIn(exchange);
  const [deleted] = await buckets.deleteVersions(
    bucket,
    [{ key: target.key, versionId }],
    bypassOf(exchange, target.key),
  );
  if (deleted instanceof AppError) throw deleted;
  const { markerId } = deleted!;
  sendEmpty(exchange, 204, {
    ...(markerId !== undefined && markerHeaders(markerId)),
    ...(versionId !== undefined && { "x-amz-version-id": versionId }),
  });
};

const deleteShape = {
  Object: [{ Key: "text", VersionId: "text", ETag: "text", LastModifiedTime: "text", Size: "integer" }],
  Quiet: "boolean",
} satisfies Shape;

/** DeleteObjects. Keys outside the access key's scopes are rejected one by one. */
export const deleteObjects = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets, verified } = exchange;
  const root = parseXml(await readSmall(exchange, batchBytesMax), "Delete", deleteShape);
  const wanted = root.children("Object").map((object) => ({
    key: object.text("Key"),
    version: object.maybe("VersionId"),
    isConditional: ["ETag", "LastModifiedTime", "Size"].some((name) => object.maybe(name) !== undefined),
  }));
  if (
    wanted.length === 0 ||
    wanted.length > deleteKeysMax ||
    wanted.some(({ key }) => key === "" || key.includes("\0"))
  )
    throw new S3Error("MalformedXML");
  const { bypass } = bypassOf(exchange, "");
  const answers = wanted.map(({ key, version, isConditional }): Deletion | S3Error => {
    if (!allows(verified?.key, bucket, "delete", key)) return new S3Error("AccessDenied");
    if (isConditional) return new S3Error("NotImplemented", "Conditional deletes are not supported.");
    try {
      return { key, versionId: checkedVersion(version, bucket, verified?.key) };
    } catch (error) {
      return asS3Error(error)!;
    }
  });
  const deletions = answers.filter((answer): answer is Deletion => !(answer instanceof S3Error));
  const outcomes = deletions.length > 0 ? await buckets.deleteVersions(bucket, deletions, { bypass }) : [];
  const results = new Map(deletions.map((deletion, at) => [deletion, outcomes[at]!]));
  const isQuiet = root.text("Quiet") === "true";
  const deleted: XmlElements[] = [];
  const errors: XmlElements[] = [];
  answers.forEach((answer, at) => {
    const { key, version } = wanted[at]!;
    const outcome = answer instanceof S3Error ? answer : results.get(answer)!;
    if (outcome instanceof Error) {
      const { code, message } = asS3Error(outcome)!;
      errors.push({ Key: key, VersionId: version, Code: code, Message: message });
    } else deleted.push(deletedElements(outcome));
  });
  sendXml(exchange, "DeleteResult", { Deleted: isQuiet ? [] : deleted, Error: errors });
};

const deletedElements = ({ key, versionId, markerId }: Deleted): XmlElements => ({
  Key: key,
  VersionId: versionId,
  ...(markerId !== undefined && { DeleteMarker: true, DeleteMarkerVersionId: markerId }),
});
