/** Object operations. */
import { deleteKeysMax } from "../../../../resources/storage/limits.ts";
import { s3Request } from "./request.ts";
import { encodeKey } from "./address.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, escapeXml, parseXml, textIn } from "./xml.ts";

export interface ObjectHead {
  readonly key: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly etag: string;
  readonly modifiedSeconds: number;
  /** x-amz-meta-*, without the prefix; with `ipfs-hash`, the CID. */
  readonly metadata: Readonly<Record<string, string>>;
}

export const headObject = async (bucket: string, key: string, signal?: AbortSignal): Promise<ObjectHead> => {
  const { headers } = await s3Request({ method: "HEAD", bucket, key, signal });
  return {
    key,
    sizeBytes: Number(headers.get("content-length") ?? 0),
    type: headers.get("content-type") ?? "application/octet-stream",
    etag: (headers.get("etag") ?? "").replaceAll('"', ""),
    modifiedSeconds: Math.floor(Date.parse(headers.get("last-modified") ?? "") / 1000),
    metadata: metadataOf(headers),
  };
};

const metadataPrefix = "x-amz-meta-";
const metadataOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      name.startsWith(metadataPrefix) ? [[name.slice(metadataPrefix.length), value]] : [],
    ),
  );

/** Reads an object's first `bytes` bytes. */
export const readObject = async (
  bucket: string,
  key: string,
  bytes?: number,
  signal?: AbortSignal,
): Promise<Response> =>
  s3Request({ bucket, key, signal, ...(bytes !== undefined && { headers: { range: `bytes=0-${bytes - 1}` } }) });

/** Creates an empty object that represents a folder. Throws PreconditionFailed if the name exists. */
export const createFolder = async (bucket: string, prefix: string): Promise<void> => {
  await s3Request({ method: "PUT", bucket, key: prefix, headers: { "if-none-match": "*" }, body: "" });
};

/** Copies an object on the server, with type, metadata and tags. Throws PreconditionFailed if the target exists. */
export const copyObject = async (
  from: { bucket: string; key: string },
  to: { bucket: string; key: string },
  signal?: AbortSignal,
): Promise<void> => {
  const response = await s3Request({
    method: "PUT",
    ...to,
    signal,
    headers: { "x-amz-copy-source": `/${from.bucket}/${encodeKey(from.key)}`, "if-none-match": "*" },
  });
  // A copy that fails after its headers were sent reports the error in the body of a 200.
  const root = parseXml(await response.text());
  if (root?.localName === "Error")
    throw new S3Error(textIn(root, "Code") ?? "InternalError", textIn(root, "Message") ?? "The copy failed.", 500);
};

export interface RefusedKey {
  readonly key: string;
  readonly message: string;
}

/** Deletes up to a thousand keys at once. Returns the refused ones. */
export const deleteObjects = async (
  bucket: string,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<readonly RefusedKey[]> => {
  if (keys.length > deleteKeysMax) throw new Error(`At most ${deleteKeysMax} keys at once.`);
  const list = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join("");
  const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${list}</Delete>`;
  const response = await s3Request({
    method: "POST",
    bucket,
    query: { delete: "" },
    headers: { "content-type": "application/xml", "x-amz-checksum-sha256": await sha256Base64(body) },
    body,
    signal,
  });
  const root = parseXml(await response.text());
  return root
    ? childrenOf(root, "Error").map((error) => ({
        key: textIn(error, "Key") ?? "",
        message: textIn(error, "Message") ?? "",
      }))
    : [];
};

const sha256Base64 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
};

export type Tag = readonly [name: string, value: string];

export const readTags = async (bucket: string, key: string, signal?: AbortSignal): Promise<readonly Tag[]> => {
  const root = parseXml(await (await s3Request({ bucket, key, query: { tagging: "" }, signal })).text());
  const set = root && childrenOf(root, "TagSet")[0];
  return set ? childrenOf(set, "Tag").map((tag): Tag => [textIn(tag, "Key") ?? "", textIn(tag, "Value") ?? ""]) : [];
};

export const writeTags = async (bucket: string, key: string, tags: readonly Tag[]): Promise<void> => {
  const list = tags.map(
    ([name, value]) => `<Tag><Key>${escapeXml(name)}</Key><Value>${escapeXml(value)}</Value></Tag>`,
  );
  await s3Request({
    method: "PUT",
    bucket,
    key,
    query: { tagging: "" },
    headers: { "content-type": "application/xml" },
    body: `<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>${list.join("")}</TagSet></Tagging>`,
  });
};
