import type { Operation } from "./operation.ts";
import { deleteObject, getObject, putObject } from "./objects.ts";
import { abortUpload, copyPart, createUpload, listParts, requireUpload, uploadPart } from "./multipart.ts";
import { checksumAlgorithms } from "../../checksums.ts";
import { partNumberMax } from "../../../../../resources/storage/limits.ts";
import { repeat } from "../../../kernel/repeat.ts";
import type { Attributes, Checks, StoredObject, Upload } from "../../buckets/service.ts";
import { addressOf, errorElements, sendXml, writeHead, sendEmpty } from "../answer.ts";
import { attributesIn, checksumElements, tagElements, tagsInXml } from "../attributes.ts";
import { checksumsIn, readSmall } from "../body.ts";
import { quoted, unquoted, writeConditionIn, checkWrite } from "../conditions.ts";
import { asS3Error, S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { parseXml, xmlDocument, xmlError, type Shape } from "../xml.ts";
import { lockIn, lockOperations } from "./lock.ts";
import { requireObject, sourceOf, versionHeaders, versionIn, type Source } from "../require-object.ts";
import { aclElements, aclOf } from "../acl.ts";

// Operations on an object's attributes, tags and ACL.

const xmlBytesMax = 64 * 1024;
const partsShown = 1000;

/** GetObjectAttributes: returns the attributes listed in x-amz-object-attributes. */
const getObjectAttributes = async (exchange: BucketExchange): Promise<void> => {
  const { headers } = exchange.request;
  const named = String(headers["x-amz-object-attributes"] ?? "").split(",");
  const wanted = new Set(named.map((name) => name.trim()).filter(Boolean));
  if (wanted.size === 0)
    throw new S3Error("InvalidArgument", "The x-amz-object-attributes header specifying attributes is missing.");
  const object = await requireObject(exchange);
  const sums = checksumElements(object);
  const hasSums = Object.keys(sums).length > 0;
  const content = {
    ETag: wanted.has("ETag") ? object.etag : undefined,
    Checksum:
      wanted.has("Checksum") && hasSums ? { ...sums, ChecksumType: object.checksumType ?? "FULL_OBJECT" } : undefined,
    ObjectParts:
      wanted.has("ObjectParts") && object.partSizes
        ? partElements(
            object,
            Number(headers["x-amz-part-number-marker"] ?? 0),
            Number(headers["x-amz-max-parts"] ?? partsShown),
          )
        : undefined,
    StorageClass: wanted.has("StorageClass") ? "STANDARD" : undefined,
    ObjectSize: wanted.has("ObjectSize") ? object.sizeBytes : undefined,
  };
  const lastModified = { "last-modified": object.modifiedAt.toUTCString() };
  sendXml(exchange, "GetObjectAttributesResponse", content, {
    headers: { ...lastModified, ...versionHeaders(exchange.bucket, object) },
  });
};

const partElements = ({ partSizes: sizes = [], checksums, partChecksums }: Checks, marker: number, max: number) => {
  const [algorithm] = Object.keys(checksums);
  const after = Number.isInteger(marker) && marker >= 0 ? marker : 0;
  const limit = Number.isInteger(max) && max >= 0 ? Math.min(max, partsShown) : partsShown;
  const shown = sizes.slice(after, after + limit);
  return {
    PartsCount: sizes.length,
    PartNumberMarker: after,
    NextPartNumberMarker: after + shown.length,
    MaxParts: limit,
    IsTruncated: after + shown.length < sizes.length,
    Part: shown.map((size, at) => ({
      PartNumber: after + at + 1,
      Size: size,
      ...(algorithm !== undefined && { [`Checksum${algorithm}`]: partChecksums?.[after + at] }),
    })),
  };
};

const getTags = async (exchange: BucketExchange): Promise<void> => {
  const object = await requireObject(exchange);
  sendXml(exchange, "Tagging", tagElements(object.tags), { headers: versionHeaders(exchange.bucket, object) });
};

const putTags = async (exchange: BucketExchange): Promise<void> => {
  const tags = tagsInXml(await readSmall(exchange, xmlBytesMax));
  await setTags(exchange, tags);
};

const deleteTags = async (exchange: BucketExchange): Promise<void> => {
  await setTags(exchange, {}, 204);
};

const setTags = async (exchange: BucketExchange, tags: StoredObject["tags"], status = 200): Promise<void> => {
  const { bucket, buckets, target } = exchange;
  const object = await requireObject(exchange);
  await buckets.setTags(bucket, target.key, tags, versionIn(exchange));
  sendEmpty(exchange, status, versionHeaders(bucket, object));
};

const getObjectAcl = async (exchange: BucketExchange): Promise<void> => {
  const { key } = await requireObject(exchange);
  sendXml(exchange, "AccessControlPolicy", aclElements(exchange.bucket, key));
};

/** PutObjectAcl. Only `private` can be set, because the bucket's policy determines access. */
const putObjectAcl = async (exchange: BucketExchange): Promise<void> => {
  const body = await readSmall(exchange, xmlBytesMax);
  await requireObject(exchange);
  const acl = aclOf(exchange, body);
  if (acl !== "private") throw new S3Error("AccessControlListNotSupported");
  sendEmpty(exchange, 200);
};

/** CopyObject, without copying content. */
const copyObject = async (exchange: BucketExchange): Promise<void> => {
  const { request, target, bucket, buckets } = exchange;
  const source = await sourceOf(exchange);
  checkChecksum(request.headers["x-amz-checksum-algorithm"], source);
  const attributes = attributesFor(exchange, source);
  const condition = writeConditionIn(request.headers);
  if (condition) checkWrite(condition, await buckets.head(bucket, target.key));
  const lock = lockIn(request.headers, bucket);
  const object = await buckets.copy(source, bucket, target.key, attributes, condition, lock);
  const content = {
    LastModified: object.modifiedAt.toISOString(),
    ETag: quoted(object.etag),
    ...checksumElements(object),
  };
  sendXml(exchange, "CopyObjectResult", content, {
    headers: { ...versionHeaders(bucket, object), ...source.headers, "x-amz-ipfs-hash": object.cid },
  });
};

/** Checks that the source has the requested checksum, because copies don't read the content. Throws NotImplemented. */
const checkChecksum = (algorithm: string | string[] | undefined, { object }: Source): void => {
  if (algorithm === undefined || Object.hasOwn(object.checksums, String(algorithm).toUpperCase())) return;
  throw new S3Error(
    "NotImplemented",
    `The source has no ${String(algorithm)} checksum, and copies do not compute checksums.`,
  );
};

/** Returns the copy's attributes; undefined to keep all of the source's. */
const attributesFor = (
  { request: { headers } }: BucketExchange,
  { object, isTarget }: Source,
): Attributes | undefined => {
  const [metadata, tagging] = ["x-amz-metadata-directive", "x-amz-tagging-directive"].map((name) =>
    replaces(headers[name] as string | undefined),
  );
  if (isTarget && !metadata && !tagging)
    throw new S3Error(
      "InvalidRequest",
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    );
  if (!metadata && !tagging) return undefined;
  const requested = attributesIn(headers);
  return { ...(metadata ? requested : object), tags: tagging ? requested.tags : object.tags };
};

const replaces = (directive: string | undefined): boolean => {
  if (directive === undefined || directive.toUpperCase() === "COPY") return false;
  if (directive.toUpperCase() === "REPLACE") return true;
  throw new S3Error("InvalidArgument", "Unknown directive.");
};

/** 10,000 parts with all their checksums. */
const partsBytesMax = 8 * 1024 * 1024;
/** Interval of keep-alive bytes while a large object is assembled. */
const keepAliveMs = 10_000;

const partsShape = {
  Part: [
    {
      PartNumber: "integer",
      ETag: "text",
      ...Object.fromEntries(checksumAlgorithms.map((algorithm) => [`Checksum${algorithm}`, "text" as const])),
    },
  ],
} satisfies Shape;

/**
 * CompleteMultipartUpload. Long operations send whitespace to keep the connection open; errors then have status 200, as
 * in S3.
 */
const completeUpload = async (exchange: BucketExchange): Promise<void> => {
  const { request, bucket, buckets } = exchange;
  const body = await readSmall(exchange, partsBytesMax, { otherChecksums: true });
  const root = parseXml(body, "CompleteMultipartUpload", partsShape);
  const parts = root.children("Part").map((part) => ({
    number: Number(part.text("PartNumber")),
    etag: unquoted(part.text("ETag")),
    checksums: Object.fromEntries(
      checksumAlgorithms.flatMap((algorithm) => {
        const value = part.maybe(`Checksum${algorithm}`);
        return value === undefined ? [] : [[algorithm, value] as const];
      }),
    ),
  }));
  if (parts.length === 0 || root.children("Part").some((part) => part.maybe("PartNumber") === undefined))
    throw new S3Error("MalformedXML");
  const expected = Object.fromEntries(checksumsIn(request.headers));
  const upload = await requireUpload(exchange);
  checkType(request.headers["x-amz-checksum-type"], upload);
  await checkSize(exchange, upload, new Set(parts.map(({ number }) => number)));
  const done = buckets.complete(bucket, upload, parts, writeConditionIn(request.headers), expected);
  const wait = startKeepAlive(exchange);
  try {
    const object = await done;
    if (wait.stop()) endStarted(exchange, xmlDocument("CompleteMultipartUploadResult", resultOf(exchange, object)));
    else
      sendXml(exchange, "CompleteMultipartUploadResult", resultOf(exchange, object), {
        headers: { ...versionHeaders(bucket, object), "x-amz-ipfs-hash": object.cid },
      });
  } catch (error) {
    const s3Error = asS3Error(error);
    if (!wait.stop()) throw error;
    endStarted(exchange, xmlError(errorElements(exchange, s3Error ?? new S3Error("InternalError"))));
    if (!s3Error) throw error;
  }
};

/** Throws InvalidRequest unless the checksum type matches the upload's. */
const checkType = (expectedSize: string | string[] | undefined, { checksumType }: Upload): void => {
  if (expectedSize === undefined || checksumType === undefined || String(expectedSize).toUpperCase() === checksumType)
    return;
  throw new S3Error("InvalidRequest", `The upload was created with the checksum type ${checksumType}.`);
};

/** Throws InvalidRequest unless the parts add up to x-amz-mp-object-size. */
const checkSize = async ({ request, buckets }: BucketExchange, upload: Upload, numbers: ReadonlySet<number>) => {
  const expectedSize = request.headers["x-amz-mp-object-size"];
  if (expectedSize === undefined) return;
  const sent = await buckets.listParts(upload, { after: 0, limit: partNumberMax });
  const sizeBytes = sent.filter(({ number }) => numbers.has(number)).reduce((sum, part) => sum + part.sizeBytes, 0);
  if (String(expectedSize) !== String(sizeBytes))
    throw new S3Error("InvalidRequest", "The provided 'x-amz-mp-object-size' header does not match what was computed.");
};

const resultOf = (exchange: BucketExchange, object: StoredObject) => ({
  Location: addressOf(exchange),
  Bucket: exchange.bucket.name,
  Key: exchange.target.key,
  ETag: quoted(object.etag),
  ...checksumElements(object),
  ChecksumType: object.checksumType,
});

/** Starts sending keep-alive bytes. `stop` returns whether the response has started. */
const startKeepAlive = ({ response, headers }: BucketExchange): { stop(): boolean } => {
  let hasStarted = false;
  const stop = repeat(keepAliveMs, () => {
    if (!hasStarted) writeHead(response, 200, { ...headers, "content-type": "application/xml" });
    response.write(hasStarted ? " " : xmlStart);
    hasStarted = true;
  });
  return {
    stop() {
      stop();
      return hasStarted;
    },
  };
};

const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Ends a started response. The XML declaration has already been sent. */
const endStarted = ({ response }: BucketExchange, document: string): void => {
  response.end(document.slice(xmlStart.length));
};

const read = (name: Operation["name"], run: Operation["run"]): Operation => ({ name, right: "read", run });
const write = (name: Operation["name"], run: Operation["run"]): Operation => ({ name, right: "write", run });

/** Object operations by method and subresource. The method is COPY for a PUT with a source. */
export const objectOperations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["GET ", read("GetObject", getObject)],
  ["HEAD ", read("HeadObject", getObject)],
  ["PUT ", write("PutObject", putObject)],
  ["COPY ", write("CopyObject", copyObject)],
  ["DELETE ", { name: "DeleteObject", right: "delete", run: deleteObject }],
  ["GET attributes", read("GetObjectAttributes", getObjectAttributes)],
  ["GET tagging", read("GetObjectTagging", getTags)],
  ["PUT tagging", write("PutObjectTagging", putTags)],
  ["DELETE tagging", write("DeleteObjectTagging", deleteTags)],
  ["GET acl", read("GetObjectAcl", getObjectAcl)],
  ["PUT acl", write("PutObjectAcl", putObjectAcl)],
  ["POST uploads", write("CreateMultipartUpload", createUpload)],
  ["PUT uploadId", write("UploadPart", uploadPart)],
  ["COPY uploadId", write("UploadPartCopy", copyPart)],
  ["POST uploadId", write("CompleteMultipartUpload", completeUpload)],
  ["DELETE uploadId", write("AbortMultipartUpload", abortUpload)],
  ["GET uploadId", write("ListParts", listParts)],
  ...lockOperations,
]);
