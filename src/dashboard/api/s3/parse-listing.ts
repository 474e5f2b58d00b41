/**
 * Parses listings by hand: the browser's XML parser creates six elements per key, which delays a frame at a thousand
 * keys. Pure.
 */
import { decodeKey } from "./xml.ts";

export interface ListedFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedSeconds: number;
  readonly etag: string;
  /** Media type, in listings with details. */
  readonly type?: string;
  /** In listings with details. */
  readonly cid?: string;
}

export interface ListedPage {
  readonly files: readonly ListedFile[];
  /** Common prefixes, each with a trailing slash. */
  readonly folders: readonly string[];
  /** Continuation token of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Parses a ListBucketResult whose keys are URL-encoded, so that none contains "<". Returns undefined for anything else
 * and for a truncated one.
 */
export const parseListing = (text: string): ListedPage | undefined => {
  if (!text.includes("<ListBucketResult") || !text.trimEnd().endsWith("</ListBucketResult>")) return undefined;
  return {
    files: elementsOf(text, "Contents").map(toFile),
    folders: elementsOf(text, "CommonPrefixes").map((inside) => decodeKey(textOf(inside, "Prefix"))),
    next: textOf(text, "NextContinuationToken") || undefined,
  };
};

const toFile = (inside: string): ListedFile => {
  const [type, cid] = [textOf(inside, "content-type"), textOf(inside, "x-amz-ipfs-hash")];
  return {
    key: decodeKey(textOf(inside, "Key")),
    sizeBytes: Number(textOf(inside, "Size")),
    modifiedSeconds: Math.floor(Date.parse(textOf(inside, "LastModified")) / 1000),
    etag: textOf(inside, "ETag").replaceAll('"', ""),
    ...(type && { type }),
    ...(cid && { cid }),
  };
};

/** Returns the contents of all elements of one name, which must not be nested. */
const elementsOf = (text: string, name: string): readonly string[] => {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const contents: string[] = [];
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
    const end = text.indexOf(close, at);
    contents.push(text.slice(at + open.length, end));
    at = end;
  }
  return contents;
};

/** Returns the text of the first element of that name; "" without one. */
const textOf = (text: string, name: string): string => {
  const open = `<${name}>`;
  const at = text.indexOf(open);
  if (at < 0) return "";
  const from = at + open.length;
  return unescaped(text.slice(from, text.indexOf("<", from)));
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = "") => {
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        return decimal === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(decimal));
      })
    : text;
