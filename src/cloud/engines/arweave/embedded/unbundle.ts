/** Parses the items of a bundle (ANS-104) and verifies each with the library. */
import { createHash } from "node:crypto";
import type { Tag } from "../arweave.ts";
import { bundleItemsMax } from "./limits.ts";

export interface BundledItem {
  readonly id: string;
  readonly ownerAddress: string;
  readonly tags: readonly Tag[];
  readonly header: object;
  /** Offset of the item's data in the bundle. */
  readonly offset: number;
  readonly sizeBytes: number;
}

const headerBytes = 32;
const entryBytes = 64;

/** Returns the items with a valid signature that matches their ID; none if the data is not a bundle. */
export const unbundle = async (bundle: Buffer): Promise<BundledItem[]> => {
  const { DataItem } = await import("@dha-team/arbundles");
  const items: BundledItem[] = [];
  for (const { id, start, end } of entriesOf(bundle)) {
    const raw = bundle.subarray(start, end);
    if (!(await isValid(raw, DataItem))) continue;
    const item = new DataItem(raw);
    if (item.id !== id) continue;
    const dataStart = item.getStartOfData();
    const { signature, owner, target, anchor, tagsB64Url } = item;
    const sizeBytes = raw.length - dataStart;
    items.push({
      id,
      ownerAddress: createHash("sha256").update(item.rawOwner).digest("base64url"),
      tags: item.tags,
      header: { id, signature, owner, target, last_tx: anchor, tags: tagsB64Url, data_size: String(sizeBytes) },
      offset: start + dataStart,
      sizeBytes,
    });
  }
  return items;
};

/** The library throws on malformed items. */
const isValid = (raw: Buffer, { verify }: { verify(raw: Buffer): Promise<boolean> }): Promise<boolean> =>
  verify(raw).catch(() => false);

interface Entry {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** Returns an empty list if the header does not fit the bytes. */
const entriesOf = (bundle: Buffer): Entry[] => {
  const count = bundle.length < headerBytes ? 0 : numberAt(bundle, 0);
  let start = headerBytes + count * entryBytes;
  if (count > bundleItemsMax || start > bundle.length) return [];
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + index * entryBytes;
    const end = start + numberAt(bundle, at);
    if (end > bundle.length) return [];
    entries.push({ id: bundle.toString("base64url", at + 32, at + entryBytes), start, end });
    start = end;
  }
  return start === bundle.length ? entries : [];
};

/** Reads a little-endian number of 32 bytes. Returns a number larger than any bundle on overflow. */
const numberAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(at + 6, at + 32).every((byte) => byte === 0) ? bytes.readUIntLE(at, 6) : Number.MAX_SAFE_INTEGER;
