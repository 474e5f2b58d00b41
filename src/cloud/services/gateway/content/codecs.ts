/** Data that is no file: blocks of JSON and CBOR, with or without links. */
import * as dagCbor from "@ipld/dag-cbor";
import * as dagJson from "@ipld/dag-json";
import { CID } from "multiformats/cid";
import type { Format } from "./formats.ts";

interface Codec {
  /** The form in which it is sent when none is asked for. */
  readonly format: Format & ("dag-json" | "dag-cbor" | "json" | "cbor");
  /** Forms in which its bytes may be sent as they are. */
  readonly as: readonly Format[];
  readonly extension: "json" | "cbor";
  /** Reads it as data with links; undefined for those that have none. */
  readonly decode?: (bytes: Uint8Array) => unknown;
}

const codecs: ReadonlyMap<number, Codec> = new Map<number, Codec>([
  [0x0200, { format: "json", as: ["json"], extension: "json" }],
  [0x51, { format: "cbor", as: ["cbor"], extension: "cbor" }],
  [0x0129, { format: "dag-json", as: ["dag-json", "json"], extension: "json", decode: dagJson.decode }],
  [0x71, { format: "dag-cbor", as: ["dag-cbor", "cbor"], extension: "cbor", decode: dagCbor.decode }],
]);

/** undefined for files, folders, and what nobody here can read. */
export const codecOf = (cid: CID): Codec | undefined => codecs.get(cid.code);

const DAG_PB = 0x70;
const RAW = 0x55;

/** Whether it can be shown as a file or a folder. */
export const isUnixFs = (cid: CID): boolean => cid.code === DAG_PB || cid.code === RAW;

export type Followed =
  | { readonly is: "link"; readonly cid: CID; readonly used: number }
  | { readonly is: "missing" }
  /** The path ends within the block: only whole blocks are sent. */
  | { readonly is: "inside" };

/** Where the names of a path lead within a block of data, up to the first link. */
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

/** A block as text that people read: JSON, its links as {"/": …}. undefined when it is damaged, or cannot be shown so. */
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
