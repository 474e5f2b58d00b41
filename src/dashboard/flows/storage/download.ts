/** Files to the person's disk: one by a signed address, many as one archive that the cloud streams. */
import { contentVisibility, createDownload, type DownloadFormat } from "../../../../resources/bucket/bucket-calls.ts";
import { prepare, send } from "../../api/client.ts";
import { downloadBlob } from "../../ui/download.ts";
import { downloadUrl } from "./links.ts";

export const downloadFile = async (bucket: string, key: string, name: string): Promise<void> =>
  follow(await downloadUrl(bucket, key, name));

/** Keys, and prefixes with their slash; named from `base` on. */
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

/** A file by its CID, public or the team's own. */
export const downloadContent = async (cid: string, name: string): Promise<void> => {
  const { authorization = "" } = await prepare(contentVisibility.call, { params: { cid } });
  const headers = { authorization: `Bearer ${authorization.replace(/^Bearer /, "")}` };
  const answer = await fetch(`/ipfs/${cid}`, { headers });
  if (!answer.ok) throw new Error("The file couldn't be downloaded. Try again.");
  downloadBlob(name, await answer.blob());
};

/** The answer says that it is to be saved, so the page stays where it is. */
const follow = (url: string): void => {
  const link = document.createElement("a");
  link.href = url;
  link.click();
};
