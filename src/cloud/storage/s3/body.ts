/** A request body: decoded, counted, and checked against its declared size and checksums. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { putBytesMax } from "../../../../resources/storage/limits.ts";
import { checksumAlgorithms, createChecksum, type ChecksumAlgorithm } from "../checksums.ts";
import type { Received } from "../buckets/service.ts";
import { S3Error } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { decodeChunks } from "./signature/chunked.ts";

export interface Body {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Decoded size; undefined if not declared. */
  readonly sizeBytes: number | undefined;
  /** Checksums to compute. */
  readonly algorithms: readonly ChecksumAlgorithm[];
  /** Whether the SHA-256 of the whole body is declared. */
  readonly isHashed: boolean;
  /**
   * Compares the received body with the declared values. Throws IncompleteBody, BadDigest, XAmzContentSHA256Mismatch …
   */
  check(arrived: Arrived): void;
}

type Arrived = Pick<Received, "sizeBytes" | "md5" | "sha256" | "checksums">;
type Sent = Pick<Exchange, "request" | "response" | "verified" | "moved">;

const hexHash = /^[\da-f]{64}$/;
const encodings: Readonly<Record<string, { readonly signed: boolean; readonly trailer: boolean }>> = {
  "STREAMING-AWS4-HMAC-SHA256-PAYLOAD": { signed: true, trailer: false },
  "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER": { signed: true, trailer: true },
  "STREAMING-UNSIGNED-PAYLOAD-TRAILER": { signed: false, trailer: true },
};

interface BodyOptions {
  readonly maxBytes?: number;
  /** An additional checksum to compute. */
  readonly also?: ChecksumAlgorithm | undefined;
  /** The checksums in the headers do not apply to this body. */
  readonly otherChecksums?: true;
}

/** Prepares reading a body. Throws before reading if possible. */
export const bodyOf = (
  { request, response, verified, moved }: Sent,
  { maxBytes = putBytesMax, also, otherChecksums }: BodyOptions = {},
): Body => {
  const { headers } = request;
  const payload = verified?.payload ?? "UNSIGNED-PAYLOAD";
  const encoding = encodings[payload];
  if (!encoding && payload !== "UNSIGNED-PAYLOAD" && !hexHash.test(payload))
    throw new S3Error(
      "InvalidArgument",
      "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a streaming payload or a SHA-256 in hex.",
    );
  const sizeBytes = sizeIn(headers, encoding !== undefined);
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw new S3Error("EntityTooLarge");
  const md5 = md5In(headers);
  const expected = otherChecksums ? new Map<ChecksumAlgorithm, string>() : checksumsIn(headers);
  const announced = trailersIn(headers);
  let trailer: ReadonlyMap<string, string> = new Map();

  const raw = counted(moved, () => {
    askForBody({ request, response });
    return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  });
  const decoded = encoding
    ? decodeChunks(raw, {
        signing: encoding.signed ? verified!.chunks : undefined,
        hasTrailer: encoding.trailer,
        onTrailer: (found) => (trailer = found),
      })
    : raw;

  return {
    bytes: bounded(decoded, maxBytes),
    sizeBytes,
    algorithms: [...new Set([...expected.keys(), ...announced, ...requestedIn(headers), ...(also ? [also] : [])])],
    isHashed: hexHash.test(payload),
    check(arrived) {
      if (sizeBytes !== undefined && arrived.sizeBytes !== sizeBytes) throw new S3Error("IncompleteBody");
      if (hexHash.test(payload) && arrived.sha256 !== payload) throw new S3Error("XAmzContentSHA256Mismatch");
      if (md5 !== undefined && arrived.md5 !== md5) throw new S3Error("BadDigest");
      for (const algorithm of announced) {
        const value = trailer.get(headerOf(algorithm));
        if (value === undefined) throw new S3Error("InvalidRequest", `The trailer ${headerOf(algorithm)} is missing.`);
        compare(algorithm, value, arrived);
      }
      for (const [algorithm, value] of expected) compare(algorithm, value, arrived);
    },
  };
};

/** Reads and checks a small body, such as XML. */
export const readSmall = async (
  exchange: Sent,
  maxBytes: number,
  options: Pick<BodyOptions, "otherChecksums"> = {},
): Promise<Buffer> => {
  const body = bodyOf(exchange, { ...options, maxBytes });
  const sums = body.algorithms.map((algorithm) => [algorithm, createChecksum(algorithm)] as const);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.bytes) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  for (const [, sum] of sums) sum.update(bytes);
  body.check({
    sizeBytes: bytes.length,
    md5: createHash("md5").update(bytes).digest("hex"),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    checksums: Object.fromEntries(sums.map(([algorithm, sum]) => [algorithm, sum.digest()])),
  });
  return bytes;
};

/** Returns a checksum's header name, such as "x-amz-checksum-crc32". */
export const headerOf = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

/** Parses checksum headers. Throws InvalidRequest for an invalid checksum. */
export const checksumsIn = (headers: IncomingHttpHeaders): ReadonlyMap<ChecksumAlgorithm, string> =>
  new Map(
    checksumAlgorithms.flatMap((algorithm) => {
      const value = headers[headerOf(algorithm)];
      if (value === undefined) return [];
      if (Buffer.from(String(value), "base64").length !== sizes[algorithm] && !String(value).includes("-"))
        throw new S3Error("InvalidRequest", `Value for ${headerOf(algorithm)} header is invalid.`);
      return [[algorithm, String(value)] as const];
    }),
  );

const sizes: Readonly<Record<ChecksumAlgorithm, number>> = { CRC32: 4, CRC32C: 4, CRC64NVME: 8, SHA1: 20, SHA256: 32 };

const compare = (algorithm: ChecksumAlgorithm, expected: string, { checksums }: Arrived): void => {
  if (checksums[algorithm] === expected) return;
  throw new S3Error("BadDigest", `The ${algorithm} you specified did not match the calculated checksum.`);
};

const sizeIn = (headers: IncomingHttpHeaders, isEncoded: boolean): number | undefined => {
  const text = isEncoded ? headers["x-amz-decoded-content-length"] : headers["content-length"];
  if (text === undefined) {
    // Without a length there is no body, unless it uses HTTP chunked encoding.
    if (headers["transfer-encoding"] === undefined && !isEncoded) return 0;
    if (isEncoded) throw new S3Error("MissingContentLength");
    return undefined;
  }
  if (!/^\d{1,15}$/.test(String(text))) throw new S3Error("InvalidArgument", "The body length is not a number.");
  return Number(text);
};

/** Parses Content-MD5 to hex. */
const md5In = (headers: IncomingHttpHeaders): string | undefined => {
  const text = headers["content-md5"];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(String(text), "base64");
  if (bytes.length !== 16) throw new S3Error("InvalidDigest");
  return bytes.toString("hex");
};

const trailersIn = (headers: IncomingHttpHeaders): readonly ChecksumAlgorithm[] => {
  const names = String(headers["x-amz-trailer"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const known = checksumAlgorithms.filter((algorithm) => names.includes(headerOf(algorithm)));
  if (known.length < names.filter(Boolean).length)
    throw new S3Error("InvalidRequest", "The value specified in the x-amz-trailer header is not supported");
  return known;
};

const requestedIn = (headers: IncomingHttpHeaders): readonly ChecksumAlgorithm[] => {
  const name = String(headers["x-amz-sdk-checksum-algorithm"] ?? "").toUpperCase();
  return checksumAlgorithms.filter((algorithm) => algorithm === name);
};

/** Sends 100 Continue to a client that expects it (RFC 9110 §10.1.1), once the request is accepted. */
export const askForBody = ({ request, response }: Pick<Exchange, "request" | "response">): void => {
  if (request.httpVersion === "1.1" && /(^|\W)100-continue($|\W)/i.test(request.headers.expect ?? ""))
    response.writeContinue();
};

async function* counted(
  moved: { received: number },
  open: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of open()) {
    moved.received += piece.length;
    yield piece;
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new S3Error("EntityTooLarge");
    yield piece;
  }
}
