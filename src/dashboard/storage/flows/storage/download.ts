/** Downloads files: one by a presigned URL, many as one archive that the server streams. */
import {
  contentVisibility,
  createDownload,
  type DownloadFormat,
} from "../../../../../resources/storage/bucket-calls.ts";
import { prepare, send } from "../../../api/client.ts";
import { downloadBlob } from "../../../ui/download.ts";
import { downloadUrl } from "./links.ts";

export const downloadFile = async (bucket: string, key: string, name: string, versionId?: string): Promise<void> =>
  follow(await downloadUrl(bucket, key, name, versionId));

/** Downloads keys and prefixes, which end with a slash; names are relative to `base`. */
export const downloadMany = async (
  bucket: string,
  base: string,
  keys: readonly string[],
  format: DownloadFormat,
): Promise<void> => {
  const { url } = await send(createDownload, {
    body: {
      bucket,
      base,
      keys: keys.filter((key) => !key.endsWith("/")),
      prefixes: keys.filter((key) => key.endsWith("/")),
      format,
    },
  });
  follow(url);
};

/** Downloads a file by its CID, public or the team's own. */
export const downloadContent = async (cid: string, name: string): Promise<void> => {
  const { authorization = "" } = await prepare(contentVisibility.call, { params: { cid } });
  const headers = { authorization: `Bearer ${authorization.replace(/^Bearer /, "")}` };
  const answer = await fetch(`/ipfs/${cid}`, { headers });
  if (!answer.ok) throw new Error("The file couldn't be downloaded. Try again.");
  downloadBlob(name, await answer.blob());
};

/** Follows a URL whose response is a download, so the page stays open. */
const follow = (url: string): void => {
  const link = document.createElement("a");
  link.href = url;
  link.click();
};
