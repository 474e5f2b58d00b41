import { shownUrl } from "./links.ts";

/** URLs stay the same while a browser shows the folder, so that its cache has the image. Shorter than they are valid. */
const keptMs = 45 * 60_000;
const keptMax = 2000;

interface Kept {
  readonly url: Promise<string>;
  readonly until: number;
}

const kept = new Map<string, Kept>();

/** Returns the URL of an image for a list, signed with the user's credentials as previews are. `etag`: of the version shown. */
export const thumbnailUrl = (bucket: string, key: string, etag: string, type: string): Promise<string> => {
  const name = [bucket, key, etag].join("\n");
  const found = kept.get(name);
  if (found && found.until > Date.now()) return found.url;
  if (kept.size >= keptMax) kept.clear();
  const url = shownUrl(bucket, key, type);
  kept.set(name, { url, until: Date.now() + keptMs });
  url.catch(() => kept.delete(name));
  return url;
};
