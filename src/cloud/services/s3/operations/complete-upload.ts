import { checksumAlgorithms } from "../../checksums.ts";
import { partNumberMax } from "../../../../../resources/bucket/limits.ts";
import { repeat } from "../../../kernel/repeat.ts";
import type { StoredObject, Upload } from "../../buckets/service.ts";
import { errorElements, sendXml, writeHead } from "../answer.ts";
import { checksumElements } from "../attributes.ts";
import { checksumsIn, readSmall } from "../body.ts";
import { quoted, unquoted, writeConditionIn } from "../conditions.ts";
import { asS3Error, S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { parseXml, xmlDocument, xmlError } from "../xml.ts";
import { requireUpload } from "./multipart.ts";

/** 10,000 parts with all their checksums. */
const partsBytesMax = 8 * 1024 * 1024;
/** Interval of keep-alive bytes while a large object is assembled. */
const keepAliveMs = 10_000;

/**
 * CompleteMultipartUpload. Long operations send whitespace to keep the connection open; errors then have status 200, as
 * in S3.
 */
export const completeUpload = async (exchange: BucketExchange): Promise<void> => {
  const { request, bucket, buckets } = exchange;
  const root = parseXml(await readSmall(exchange, partsBytesMax, { otherChecksums: true }), "CompleteMultipartUpload");
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
  if (parts.length === 0 || parts.some(({ number }) => !Number.isInteger(number))) throw new S3Error("MalformedXML");
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
        headers: { "x-amz-ipfs-hash": object.cid },
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

const resultOf = ({ bucket, target, request }: BucketExchange, object: StoredObject) => ({
  Location: `http://${request.headers.host ?? ""}${target.rawPath}`,
  Bucket: bucket.name,
  Key: target.key,
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
