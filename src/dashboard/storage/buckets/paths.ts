import { buckets } from "../../../../resources/storage/buckets.ts";
import { href } from "../../../../resources/declare/href.ts";

/** What a path shows: all buckets, a folder (its prefix ends with a slash; "" is the bucket itself) or a file. */
export type Place =
  | { readonly kind: "buckets" }
  | { readonly kind: "folder"; readonly bucket: string; readonly prefix: string }
  | { readonly kind: "file"; readonly bucket: string; readonly key: string };

const base = href(buckets, "list");

/** Returns the path of a bucket, a folder (a prefix with its slash) or a file. Encoded by `encodeSegment`. */
export const placeHref = (bucket: string, path = ""): string =>
  `${base}/${encodeSegment(bucket)}/${path.split("/").map(encodePart).join("/")}`;

/** Parses a path. The slash after a bucket is optional. */
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

/** Returns the breadcrumbs of a place: bucket › folder › … › file. */
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

/** Returns the parent folder of a file or folder, or undefined for a bucket. */
export const parentOf = (path: string): string | undefined => {
  if (path === "") return undefined;
  return path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);
};

/** Returns the last segment of a key or prefix, without its trailing slash. */
export const nameOf = (path: string): string => {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
};

/** Returns the extension in lowercase, without its dot. For names without an extension, returns the name. */
export const extensionOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** Keeps the empty last segment of a folder's path. */
const encodePart = (segment: string, at: number, all: readonly string[]): string =>
  segment === "" && at === all.length - 1 ? "" : encodeSegment(segment);

/**
 * Prefixes empty, "." and ".." segments with a tilde, because browsers and the router normalize them, but keys can contain them.
 * Segments that start with a tilde get another one.
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

/** Decodes a segment. Returns malformed encodings unchanged. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
