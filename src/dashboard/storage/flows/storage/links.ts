/** URLs of a file. */
import { shareFile } from "../../../../../resources/storage/access-key-calls.ts";
import { send } from "../../../api/client.ts";
import { s3Address, s3Endpoint } from "../../../api/s3/address.ts";
import { headObject } from "../../../api/s3/objects.ts";
import { presign, presignWith } from "../../../api/s3/request.ts";
import { config } from "../../../api/config.ts";

/** S3 URI: `s3://bucket/key`. */
export const s3Uri = (bucket: string, key: string): string => `s3://${bucket}/${key}`;

/** Returns a URL that works for anyone while the bucket is public. */
export const publicUrl = (bucket: string, key: string): string => s3Address(bucket, key).href;

export const endpointUrl = (): string => s3Endpoint();

/** Returns the gateway URL for anyone with the CID: the gateway of /config.json, or else this server's own. */
export const gatewayUrl = (cid: string, name: string): string => {
  const { links } = config.get();
  const query = `?filename=${encodeURIComponent(name)}`;
  if (links.gateway) return `${links.gateway.replace(/\/$/, "")}/ipfs/${cid}${query}`;
  return gatewayPath(cid) + query;
};

/** URL of content by CID and path, on a separate origin. */
export const gatewayPath = (cid: string, path = ""): string => {
  const port = location.port === "" ? "" : `:${location.port}`;
  return `${location.protocol}//${cid}.ipfs.${config.get().contentDomain}${port}${path || "/"}`;
};

/** Returns the address of a share link, at the host by which the user reaches the dashboard. */
export const shareLinkUrl = (path: string): string => location.origin + path;

/** A link that works without sign-in for the given seconds, with credentials that read only this file. */
export const sharedUrl = async (bucket: string, key: string, seconds: number): Promise<string> => {
  const keys = await send(shareFile, { query: { bucket, key, seconds } });
  return presignWith(keys, { bucket, key }, seconds);
};

/** Returns a URL for displaying the file as that type, regardless of its stored type. */
export const shownUrl = (bucket: string, key: string, type: string): Promise<string> =>
  presign({ bucket, key, query: { "response-content-type": type } }, downloadSeconds);

/** Returns a URL that browsers save under that name instead of displaying it. */
export const downloadUrl = (bucket: string, key: string, name: string, versionId?: string): Promise<string> =>
  presign({ bucket, key, query: { versionId, "response-content-disposition": dispositionOf(name) } }, downloadSeconds);

/** Returns the CID of the file's current version. */
export const cidOf = async (bucket: string, key: string): Promise<string> =>
  (await headObject(bucket, key)).metadata["ipfs-hash"] ?? "";

const downloadSeconds = 3600;

/** Returns a Content-Disposition header (RFC 6266), with the name in both encodings. */
const dispositionOf = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
