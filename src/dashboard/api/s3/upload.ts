/** Uploads files, whole or in parts. Bodies are not signed; their CRC-32 is sent along and verified by the server. */
import { listKeysMax } from "../../../../resources/storage/limits.ts";
import { headObject } from "./objects.ts";
import { s3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, parseXml, textIn } from "./xml.ts";

interface Place {
  readonly bucket: string;
  readonly key: string;
}

interface Sent {
  readonly body: Blob;
  /** Base64. */
  readonly crc32: string;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

interface StoredPart {
  readonly type: string;
  /** Whether to replace an existing object; otherwise it causes PreconditionFailed. */
  readonly replaces: boolean;
}

export interface SentPart {
  readonly number: number;
  readonly etag: string;
  readonly crc32: string;
  readonly sizeBytes: number;
}

/** Uploads a file; returns its CID. */
export const putFile = async (
  at: Place,
  { body, crc32, signal, onSent, type, replaces }: Sent & StoredPart,
): Promise<string> => {
  const headers = { "content-type": type, "x-amz-checksum-crc32": crc32, ...unlessExists(replaces) };
  const response = await s3Request({ method: "PUT", ...at, headers, body, signal, onSent });
  return response.headers.get(cidHeader) ?? (await storedCid(at, signal)) ?? "";
};

/** Starts a multipart upload; returns its id. */
export const startUpload = async (at: Place, type: string, signal: AbortSignal): Promise<string> => {
  const headers = { "content-type": type, "x-amz-checksum-algorithm": "CRC32" };
  const response = await s3Request({ method: "POST", ...at, query: { uploads: "" }, headers, signal });
  const root = parseXml(await response.text());
  const uploadId = root && textIn(root, "UploadId");
  if (!uploadId) throw new S3Error("InternalError", "The server's response could not be read. Try again.", 502);
  return uploadId;
};

export const putPart = async (
  at: Place,
  uploadId: string,
  number: number,
  { body, crc32, signal, onSent }: Sent,
): Promise<SentPart> => {
  const response = await s3Request({
    method: "PUT",
    ...at,
    query: { partNumber: String(number), uploadId },
    headers: { "x-amz-checksum-crc32": crc32 },
    body,
    signal,
    onSent,
  });
  return { number, etag: unquoted(response.headers.get("etag") ?? ""), crc32, sizeBytes: body.size };
};

/** Returns the uploaded parts. Throws NoSuchUpload. */
export const listParts = async (at: Place, uploadId: string, signal: AbortSignal): Promise<readonly SentPart[]> => {
  const uploadedParts: SentPart[] = [];
  for (let marker: string | undefined = "0"; marker !== undefined;) {
    const query = { uploadId, "max-parts": String(listKeysMax), "part-number-marker": marker };
    const root = parseXml(await (await s3Request({ ...at, query, signal })).text());
    if (!root) break;
    uploadedParts.push(...childrenOf(root, "Part").map(toPart));
    marker = textIn(root, "IsTruncated") === "true" ? textIn(root, "NextPartNumberMarker") : undefined;
  }
  return uploadedParts;
};

const toPart = (element: Element): SentPart => ({
  number: Number(textIn(element, "PartNumber")),
  etag: unquoted(textIn(element, "ETag") ?? ""),
  crc32: textIn(element, "ChecksumCRC32") ?? "",
  sizeBytes: Number(textIn(element, "Size")),
});

/** Completes a multipart upload; returns the object's CID. */
export const finishUpload = async (
  at: Place,
  uploadId: string,
  parts: readonly SentPart[],
  replaces: boolean,
  signal: AbortSignal,
): Promise<string> => {
  const list = parts.map(
    ({ number, etag, crc32 }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><ChecksumCRC32>${crc32}</ChecksumCRC32></Part>`,
  );
  const response = await s3Request({
    method: "POST",
    ...at,
    query: { uploadId },
    headers: { "content-type": "application/xml", ...unlessExists(replaces) },
    body: `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join("")}</CompleteMultipartUpload>`,
    signal,
  });
  // A completion that fails after its headers were sent reports the error in the body of a 200.
  const root = parseXml(await response.text());
  if (root?.localName === "Error")
    throw new S3Error(textIn(root, "Code") ?? "InternalError", textIn(root, "Message") ?? "The upload failed.", 500);
  return response.headers.get(cidHeader) ?? (await storedCid(at, signal)) ?? "";
};

/** Returns an object's CID; undefined if the object does not exist. */
export const storedCid = async ({ bucket, key }: Place, signal?: AbortSignal): Promise<string | undefined> => {
  try {
    return (await headObject(bucket, key, signal)).metadata["ipfs-hash"];
  } catch (error) {
    if (error instanceof S3Error && error.statusCode === 404) return undefined;
    throw error;
  }
};

const cidHeader = "x-amz-ipfs-hash";
const unlessExists = (replaces: boolean): Record<string, string> => (replaces ? {} : { "if-none-match": "*" });
const unquoted = (etag: string): string => etag.replaceAll('"', "");
