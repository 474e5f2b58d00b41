/** Files to the person's disk: one by a signed address, many as one archive that the cloud streams. */
import { createDownload, type DownloadFormat } from "../../../../resources/bucket/bucket-calls.ts";
import { send } from "../../api/client.ts";
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

/** The answer says that it is to be saved, so the page stays where it is. */
const follow = (url: string): void => {
  const link = document.createElement("a");
  link.href = url;
  link.click();
};
