/** Codecs of data blocks: JSON and CBOR, with or without links. */
import * as dagCbor from "@ipld/dag-cbor";
import * as dagJson from "@ipld/dag-json";
import { CID } from "multiformats/cid";
import type { Format } from "./formats.ts";

interface Codec {
  /** Default format. */
  readonly format: Format & ("dag-json" | "dag-cbor" | "json" | "cbor");
  /** Formats for which the block is sent unchanged. */
  readonly as: readonly Format[];
  readonly extension: "json" | "cbor";
  /** Decodes linked data; undefined for codecs without links. */
  readonly decode?: (bytes: Uint8Array) => unknown;
}

const codecs: ReadonlyMap<number, Codec> = new Map<number, Codec>([
  [0x0200, { format: "json", as: ["json"], extension: "json" }],
  [0x51, { format: "cbor", as: ["cbor"], extension: "cbor" }],
  [0x0129, { format: "dag-json", as: ["dag-json", "json"], extension: "json", decode: dagJson.decode }],
  [0x71, { format: "dag-cbor", as: ["dag-cbor", "cbor"], extension: "cbor", decode: dagCbor.decode }],
]);

/** Returns the codec of a data block; undefined for files, folders and unsupported codecs. */
export const codecOf = (cid: CID): Codec | undefined => codecs.get(cid.code);

const DAG_PB = 0x70;
const RAW = 0x55;

/** Whether a CID is a UnixFS file or folder. */
export const isUnixFs = (cid: CID): boolean => cid.code === DAG_PB || cid.code === RAW;

export type Followed =
  | { readonly is: "link"; readonly cid: CID; readonly used: number }
  | { readonly is: "missing" }
  /** The path ends within the block: only whole blocks are sent. */
  | { readonly is: "inside" };

/** Follows path names within a data block, up to the first link. */
export const followLink = (cid: CID, bytes: Uint8Array, names: readonly string[]): Followed => {
  let value: unknown = readable(cid, bytes);
  for (const [at, name] of names.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return { is: "missing" };
    value = (value as Record<string, unknown>)[name];
    const link = CID.asCID(value);
    if (link) return { is: "link", cid: link, used: at + 1 };
  }
  return { is: "inside" };
};

/**
 * Formats a block as indented JSON, with links as {"/": …}. Returns undefined if it is damaged or can't be formatted.
 */
export const asText = (cid: CID, bytes: Uint8Array): string | undefined => {
  const value = readable(cid, bytes);
  if (value === undefined) return undefined;
  return JSON.stringify(JSON.parse(dagJson.stringify(value)), undefined, 2);
};

const readable = (cid: CID, bytes: Uint8Array): unknown => {
  try {
    return codecOf(cid)?.decode?.(bytes);
  } catch {
    return undefined;
  }
};
