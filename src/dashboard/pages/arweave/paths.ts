/** Addresses of files in Arweave uploads: as in the storage browser, below another page. */
import { arweave } from "../../../../resources/bucket/arweave.ts";
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { href } from "../../../../resources/href.ts";
import { placeHref, placeOf } from "../buckets/paths.ts";

const history = href(arweave, "list");
const browser = href(buckets, "list");

/** The view of a file; of one of its versions, when that is named. */
export const arweaveHref = (bucket: string, key: string, version?: string): string => {
  const path = history + placeHref(bucket, key).slice(browser.length);
  return version === undefined ? path : `${path}?id=${version}`;
};

/** Bucket and key of an address; undefined when it names no file. */
export const fileOf = (pathname: string): { readonly bucket: string; readonly key: string } | undefined => {
  const place = placeOf(browser + pathname.slice(history.length));
  return place.kind === "buckets"
    ? undefined
    : { bucket: place.bucket, key: place.kind === "file" ? place.key : place.prefix };
};
