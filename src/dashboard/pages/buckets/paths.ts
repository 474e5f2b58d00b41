/** Addresses of buckets, folders and files, and back. Pure; the encoding is explained at `encodeSegment`. */
import { buckets } from "../../../../resources/bucket/buckets.ts";
import { href } from "../../../../resources/href.ts";

/** What an address shows: all buckets, a folder (its path ends with a slash; "" is the bucket itself) or a file. */
export type Place =
  | { readonly kind: "buckets" }
  | { readonly kind: "folder"; readonly bucket: string; readonly prefix: string }
  | { readonly kind: "file"; readonly bucket: string; readonly key: string };

const base = href(buckets, "list");

/** Address of a bucket, of a folder in it (a prefix with its slash), or of a file. */
export const placeHref = (bucket: string, path = ""): string =>
  `${base}/${encodeSegment(bucket)}/${path.split("/").map(encodePart).join("/")}`;

/** What the path of an address shows; a bucket without its slash is meant as the bucket itself. */
export const placeOf = (pathname: string): Place => {
  const rest = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1) : "";
  const [bucket = "", ...parts] = rest.split("/").map(decodeSegment);
  if (bucket === "") return { kind: "buckets" };
  const path = parts.join("/");
  return path === "" || path.endsWith("/")
    ? { kind: "folder", bucket, prefix: path }
    : { kind: "file", bucket, key: path };
};

export interface Step {
  readonly label: string;
  readonly to: string;
}

/** The way to a place: bucket › folder › … › file. */
export const stepsOf = (place: Place): readonly Step[] => {
  if (place.kind === "buckets") return [];
  const path = place.kind === "folder" ? place.prefix.replace(/\/$/, "") : place.key;
  const segments = place.kind === "folder" && place.prefix === "" ? [] : path.split("/");
  const isFolder = (at: number) => place.kind === "folder" || at < segments.length - 1;
  return [
    { label: place.bucket, to: placeHref(place.bucket) },
    ...segments.map((segment, at) => ({
      label: segment === "" ? "(no name)" : segment,
      to: placeHref(place.bucket, segments.slice(0, at + 1).join("/") + (isFolder(at) ? "/" : "")),
    })),
  ];
};

/** The folder that a folder or a file lies in; undefined above a bucket. */
export const parentOf = (path: string): string | undefined => {
  if (path === "") return undefined;
  return path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);
};

/** Last part of a key or prefix, without the slash at its end. */
export const nameOf = (path: string): string => {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
};

/** The last part stays "" where a folder's slash ends the address. */
const encodePart = (segment: string, at: number, all: readonly string[]): string =>
  segment === "" && at === all.length - 1 ? "" : encodeSegment(segment);

/**
 * Browsers and the router join double slashes and resolve "." and "..", yet keys hold all of them. Such a segment gets a tilde in
 * front, and one that begins with a tilde another.
 */
const encodeSegment = (segment: string): string => {
  const marked =
    segment === "" || segment === "." || segment === ".." || segment.startsWith("~") ? `~${segment}` : segment;
  return encodeURIComponent(marked);
};

const decodeSegment = (part: string): string => {
  const text = decoded(part);
  return text.startsWith("~") ? text.slice(1) : text;
};

/** An address typed by hand may hold what is no encoding at all. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
