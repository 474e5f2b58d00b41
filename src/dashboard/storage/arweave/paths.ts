/** Paths of files in Arweave uploads. They match those of the storage browser, under a different root. */
import { arweave } from "../../../../resources/storage/arweave.ts";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { href } from "../../../../resources/declare/href.ts";
import { placeHref, placeOf } from "../buckets/paths.ts";

const history = href(arweave, "list");
const browser = href(buckets, "list");

/** Returns the path of a file, or of one of its versions. */
export const arweaveHref = (bucket: string, key: string, version?: string): string => {
  const path = history + placeHref(bucket, key).slice(browser.length);
  return version === undefined ? path : `${path}?id=${version}`;
};

/** Parses bucket and key from a path. Returns undefined if it names no file. */
export const fileOf = (pathname: string): { readonly bucket: string; readonly key: string } | undefined => {
  const place = placeOf(browser + pathname.slice(history.length));
  return place.kind === "buckets"
    ? undefined
    : { bucket: place.bucket, key: place.kind === "file" ? place.key : place.prefix };
};
