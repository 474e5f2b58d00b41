/** Listings: a page of keys, and unfinished multipart uploads. */
import { listKeysMax } from "../../../../resources/storage/limits.ts";
import { parseListing, type ListedPage } from "./parse-listing.ts";
import { s3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, decodeKey, parseXml, textIn } from "./xml.ts";

interface ListOptions {
  readonly bucket: string;
  readonly prefix: string;
  /** Includes nested keys. */
  readonly deep?: boolean;
  /** Includes types and CIDs. */
  readonly withDetails?: boolean;
  readonly next?: string | undefined;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns one page of a folder, in the byte order of its keys. */
export const listObjects = async ({
  bucket,
  prefix,
  deep = false,
  withDetails = false,
  next,
  limit = listKeysMax,
  signal,
}: ListOptions): Promise<ListedPage> => {
  const response = await s3Request({
    bucket,
    query: {
      "list-type": "2",
      "encoding-type": "url",
      "max-keys": String(limit),
      prefix,
      delimiter: deep ? undefined : "/",
      "continuation-token": next,
      metadata: withDetails ? "true" : undefined,
    },
    signal,
  });
  const page = parseListing(await response.text());
  if (!page) throw unreadable();
  return page;
};

export interface IncompleteUpload {
  readonly key: string;
  readonly uploadId: string;
  readonly startedSeconds: number;
}

/** Returns the first 1,000 unfinished multipart uploads. */
export const listUploads = async (bucket: string, signal?: AbortSignal): Promise<readonly IncompleteUpload[]> => {
  const response = await s3Request({ bucket, query: { uploads: "", "encoding-type": "url" }, signal });
  return childrenOf(xmlOf(await response.text()), "Upload").map((element) => ({
    key: decodeKey(textIn(element, "Key") ?? ""),
    uploadId: textIn(element, "UploadId") ?? "",
    startedSeconds: secondsOf(textIn(element, "Initiated")),
  }));
};

/** Returns the number of bytes in the uploaded parts. */
export const uploadedBytes = async (
  bucket: string,
  { key, uploadId }: IncompleteUpload,
  signal?: AbortSignal,
): Promise<number> => {
  const response = await s3Request({ bucket, key, query: { uploadId }, signal });
  const parts = childrenOf(xmlOf(await response.text()), "Part");
  return parts.reduce((sum, part) => sum + Number(textIn(part, "Size")), 0);
};

export const abortUpload = async (bucket: string, { key, uploadId }: IncompleteUpload): Promise<void> => {
  await s3Request({ method: "DELETE", bucket, key, query: { uploadId } });
};

const xmlOf = (text: string): Element => {
  const root = parseXml(text);
  if (!root) throw unreadable();
  return root;
};

const unreadable = (): S3Error => new S3Error("NoXml", "The server's response could not be read. Try again.", 502);

const secondsOf = (text: string | undefined): number => Math.floor(Date.parse(text ?? "") / 1000);
