/** Versions of objects: listing, restoring and deleting them. */
import { encodeKey } from "./address.ts";
import { s3Request } from "./request.ts";
import { S3Error } from "./s3-error.ts";
import { childrenOf, decodeKey, parseXml, textIn } from "./xml.ts";

export interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
  /** A delete marker has no content. */
  readonly isMarker: boolean;
  readonly isLatest: boolean;
  readonly sizeBytes: number;
  readonly modifiedSeconds: number;
}

/** Start of a page of versions. */
export interface VersionPlace {
  readonly key: string;
  readonly versionId: string | undefined;
}

export interface VersionPage {
  readonly versions: readonly ObjectVersion[];
  readonly next: VersionPlace | undefined;
}

/** Returns one page of the versions below a prefix, by key, the latest of each key first. Without subfolders unless `deep`. */
export const listVersions = async (
  bucket: string,
  {
    prefix,
    deep,
    place,
  }: { readonly prefix: string; readonly deep: boolean; readonly place?: VersionPlace | undefined },
  signal?: AbortSignal,
): Promise<VersionPage> => {
  const response = await s3Request({
    bucket,
    query: {
      versions: "",
      "encoding-type": "url",
      prefix,
      delimiter: deep ? undefined : "/",
      "key-marker": place?.key,
      "version-id-marker": place?.versionId,
    },
    signal,
  });
  const root = parseXml(await response.text());
  if (!root) throw new S3Error("NoXml", "The server's response could not be read. Try again.", 502);
  const found = (name: "Version" | "DeleteMarker"): ObjectVersion[] =>
    childrenOf(root, name).map((element) => ({
      key: decodeKey(textIn(element, "Key") ?? ""),
      versionId: textIn(element, "VersionId") ?? "null",
      isMarker: name === "DeleteMarker",
      isLatest: textIn(element, "IsLatest") === "true",
      sizeBytes: Number(textIn(element, "Size") ?? 0),
      modifiedSeconds: Math.floor(Date.parse(textIn(element, "LastModified") ?? "") / 1000),
    }));
  const nextKey = textIn(root, "NextKeyMarker");
  return {
    versions: [...found("Version"), ...found("DeleteMarker")],
    next:
      textIn(root, "IsTruncated") === "true" && nextKey !== undefined
        ? { key: decodeKey(nextKey), versionId: textIn(root, "NextVersionIdMarker") }
        : undefined,
  };
};

/** Permanently deletes a version. Deleting a delete marker restores the file. */
export const deleteVersion = async (bucket: string, { key, versionId }: ObjectVersion): Promise<void> => {
  await s3Request({ method: "DELETE", bucket, key, query: { versionId } });
};

/** Makes a version current again, as a new version with its type, metadata and tags. */
export const restoreVersion = async (bucket: string, { key, versionId }: ObjectVersion): Promise<void> => {
  await s3Request({
    method: "PUT",
    bucket,
    key,
    headers: { "x-amz-copy-source": `/${bucket}/${encodeKey(key)}?versionId=${versionId}` },
  });
};
