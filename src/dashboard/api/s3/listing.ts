/** Listings: a page of keys, and the uploads that were never finished. */
import { listKeysMax } from "../../../../resources/bucket/limits.ts";
import { s3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, decodeKey, parseXml, textIn } from "./xml.ts";

export interface ListedFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedSeconds: number;
  readonly etag: string;
}

export interface ListedPage {
  readonly files: readonly ListedFile[];
  /** Common prefixes, each with its slash at the end. */
  readonly folders: readonly string[];
  /** Asks for the next page; undefined on the last one. */
  readonly next: string | undefined;
}

interface ListAsked {
  readonly bucket: string;
  readonly prefix: string;
  /** Lists what lies deeper too. */
  readonly deep?: boolean;
  readonly next?: string | undefined;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** One page of a folder, in the order of the keys' bytes. */
export const listObjects = async ({
  bucket,
  prefix,
  deep = false,
  next,
  limit = listKeysMax,
  signal,
}: ListAsked): Promise<ListedPage> => {
  const root = await askXml(
    bucket,
    {
      "list-type": "2",
      "encoding-type": "url",
      "max-keys": String(limit),
      prefix,
      delimiter: deep ? undefined : "/",
      "continuation-token": next,
    },
    signal,
  );
  return {
    files: childrenOf(root, "Contents").map(toFile),
    folders: childrenOf(root, "CommonPrefixes").map((element) => decodeKey(textIn(element, "Prefix") ?? "")),
    next: textIn(root, "NextContinuationToken") || undefined,
  };
};

const toFile = (element: Element): ListedFile => ({
  key: decodeKey(textIn(element, "Key") ?? ""),
  sizeBytes: Number(textIn(element, "Size")),
  modifiedSeconds: secondsOf(textIn(element, "LastModified")),
  etag: unquoted(textIn(element, "ETag") ?? ""),
});

export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly startedSeconds: number;
}

/** The first thousand uploads that were begun and neither finished nor given up. */
export const listUploads = async (bucket: string, signal?: AbortSignal): Promise<readonly UnfinishedUpload[]> => {
  const root = await askXml(bucket, { uploads: "", "encoding-type": "url" }, signal);
  return childrenOf(root, "Upload").map((element) => ({
    key: decodeKey(textIn(element, "Key") ?? ""),
    uploadId: textIn(element, "UploadId") ?? "",
    startedSeconds: secondsOf(textIn(element, "Initiated")),
  }));
};

/** Bytes of the parts that have arrived. */
export const uploadedBytes = async (
  bucket: string,
  { key, uploadId }: UnfinishedUpload,
  signal?: AbortSignal,
): Promise<number> => {
  const response = await s3Request({ bucket, key, query: { uploadId }, signal });
  const parts = childrenOf(xmlOf(await response.text()), "Part");
  return parts.reduce((sum, part) => sum + Number(textIn(part, "Size")), 0);
};

export const abortUpload = async (bucket: string, { key, uploadId }: UnfinishedUpload): Promise<void> => {
  await s3Request({ method: "DELETE", bucket, key, query: { uploadId } });
};

const askXml = async (
  bucket: string,
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Element> => xmlOf(await (await s3Request({ bucket, query, signal })).text());

const xmlOf = (text: string): Element => {
  const root = parseXml(text);
  if (!root) throw new S3Error("NoXml", "The cloud's answer could not be read. Please try again.", 502);
  return root;
};

const secondsOf = (text: string | undefined): number => Math.floor(Date.parse(text ?? "") / 1000);
const unquoted = (etag: string): string => etag.replaceAll('"', "");
