/** Reads trees, files and blocks of any layout. */
import { Readable } from "node:stream";
import type { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import type { BlobStore, ByteRange } from "./store/blob-store.ts";
import type { Blocks, DirectoryEntry, EntryStat } from "./blocks.ts";
import { cidText, inlineBytes, isNode } from "./dag/cid.ts";
import { createDirectories, type Directories } from "./dag/directories.ts";
import { walkFile } from "./dag/file-walk.ts";
import { decodeNode, isFileType, UnreadableNode, type DagNode } from "./dag/nodes.ts";
import type { BufferPool } from "./store/buffer-pool.ts";
import { createLayouts } from "./store/layouts.ts";
import { placesOfBlocks, placesOfFiles, type Place } from "./store/places.ts";
import { inRuns, runBuffers } from "./store/runs.ts";
import { CACHED_BLOCK_BYTES_MAX, createStoredBytes, type StoredBytes } from "./store/stored-bytes.ts";

type Reader = Pick<Blocks, "resolve" | "read" | "pour" | "list" | "block"> &
  Pick<StoredBytes, "clear" | "forgetBlock" | "manyBlocks" | "remember" | "warm"> & {
    readonly directories: Directories;
    stat(cid: CID): Promise<EntryStat | undefined>;
    /**
     * Returns the blocks on a path from first to last, including shards of directories; undefined if the path does not
     * resolve.
     */
    follow(root: CID, path: readonly string[]): Promise<readonly PathStep[] | undefined>;
  };

export interface PathStep {
  readonly cid: CID;
}

export const createReader = (db: Db, store: BlobStore): Reader => {
  const stored = createStoredBytes(db, store);
  const directories = createDirectories(stored.manyBlocks);
  const layouts = createLayouts(store);

  const follow: Reader["follow"] = async (root, path) => {
    const steps: PathStep[] = [{ cid: root }];
    let cid = root;
    for (let used = 0; used < path.length;) {
      const step = isNode(cid)
        ? { cid: (await directories.find(cid, path[used]!, (shard) => steps.push({ cid: shard })))?.cid, names: 1 }
        : await dataLink(cid, path.slice(used), stored.block);
      if (!step?.cid) return undefined;
      cid = step.cid;
      steps.push({ cid });
      used += step.names;
    }
    return steps;
  };

  const stat = async (cid: CID): Promise<EntryStat | undefined> => {
    const inline = inlineBytes(cid);
    if (!isNode(cid)) {
      const sizeBytes = inline?.length ?? (await stored.blockPlace(cid))?.sizeBytes;
      return sizeBytes === undefined ? undefined : { cid, type: "raw", sizeBytes };
    }
    const cached = directories.peek(cid);
    if (cached) return { cid, type: "directory", sizeBytes: cached.totalBytes };
    const fileBytes = inline ? undefined : await fileBytesOf(cid);
    if (fileBytes !== undefined) return { cid, type: "file", sizeBytes: fileBytes };
    const directory = await directories.get(cid);
    if (directory) return { cid, type: "directory", sizeBytes: directory.totalBytes };
    const bytes = await stored.block(cid);
    return bytes && fileOf(cid, decodeNode(cid, bytes), bytes.length);
  };

  const fileBytesOf = async (cid: CID): Promise<number | undefined> =>
    (await stored.filePlace(cid))?.sizeBytes ?? (await stored.blockPlace(cid))?.fileBytes;

  /** Yields a file that is not contiguous. With `buffers`, each part is valid until the next one. */
  async function* walk(cid: CID, range: ByteRange | undefined, buffers?: BufferPool): AsyncGenerator<Uint8Array> {
    const sizeBytes = await sizeOfFile(cid);
    const wanted = range ? checked(range, sizeBytes) : { start: 0, end: sizeBytes - 1 };
    const runs = sizeBytes > CACHED_BLOCK_BYTES_MAX ? inRuns(stored, store, buffers) : undefined;
    const trace = runs && wanted.end - wanted.start + 1 === sizeBytes ? layouts.trace() : undefined;
    try {
      for await (const { cid: part, bytes, content } of walkFile(cid, sizeBytes, wanted, runs ?? stored)) {
        if (content.length === 0) continue;
        trace?.add(inlineBytes(part) ? undefined : await stored.blockPlace(part), bytes, content);
        yield content;
      }
      await trace?.keep(cid);
    } finally {
      runs?.close();
    }
  }

  const sizeOfFile = async (cid: CID): Promise<number> => {
    const entry = await stat(cid);
    return entry && entry.type !== "directory" ? entry.sizeBytes : throwMissing("file", cid);
  };

  return {
    ...stored,
    directories,
    stat,
    follow,
    async resolve(root, path) {
      const end = (await follow(root, path))?.at(-1);
      return end && stat(end.cid);
    },
    async read(cid, range) {
      const small = await stored.smallFile(cid);
      if (small) return Readable.from(small.length === 0 ? [] : [range ? part(small, range) : small]);
      const stream = await stored.withPlace(cid, stored.filePlace, async (place) => {
        if (place.sizeBytes === 0) return Readable.from([]);
        const wanted = within(place, range ?? { start: 0, end: place.sizeBytes - 1 });
        if (place.blobId) return store.stream(place.blobId, wanted);
        return Readable.from([(await stored.bytesInDatabase(cid)).subarray(wanted.start, wanted.end + 1)]);
      });
      if (stream) return stream;
      const sizeBytes = await sizeOfFile(cid);
      if (range) checked(range, sizeBytes);
      return Readable.from(walk(cid, range), { highWaterMark: 1 });
    },
    async pour(cid, range, take) {
      const small = await stored.smallFile(cid);
      if (small) return take(part(small, range));
      const done = await stored.withPlace(cid, stored.filePlace, async (place) => {
        const wanted = within(place, range);
        if (place.blobId) await store.pour(place.blobId, wanted, take);
        else await take((await stored.bytesInDatabase(cid)).subarray(wanted.start, wanted.end + 1));
        return true;
      });
      if (done || (await layouts.pour(cid, range, take))) return;
      for await (const content of walk(cid, range, runBuffers)) await take(content);
    },
    async list(cid) {
      const links = (await directories.entries(cid)) ?? throwMissing("directory", cid);
      const entries = [...links].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const nodes = entries.map(([, link]) => link.cid).filter((child) => isNode(child) && !inlineBytes(child));
      const files = await placesOfFiles(db, nodes);
      const others = await placesOfBlocks(
        db,
        nodes.filter((child) => !files.has(cidText(child))),
      );
      return entries.map(([name, link]) => {
        const fileBytes = inlineFileBytes(link.cid) ?? files.get(cidText(link.cid))?.sizeBytes;
        return entryOf(name, link, fileBytes ?? others.get(cidText(link.cid))?.fileBytes);
      });
    },
    forgetBlock(cid) {
      stored.forgetBlock(cid);
      directories.delete(cid);
      layouts.delete(cid);
    },
    clear() {
      stored.clear();
      directories.clear();
      layouts.clear();
    },
  };
};

const entryOf = (
  name: string,
  { cid, totalBytes }: { readonly cid: CID; readonly totalBytes: number },
  fileBytes: number | undefined,
): DirectoryEntry => ({
  name,
  cid: cid.toString(),
  sizeBytes: fileBytes ?? totalBytes,
  type: fileBytes !== undefined || !isNode(cid) ? "file" : "directory",
});

/** Returns the size of a file in an identity CID. */
const inlineFileBytes = (cid: CID): number | undefined => {
  const inline = inlineBytes(cid);
  if (!inline || !isNode(cid)) return inline?.length;
  return fileOf(cid, decodeNode(cid, inline), inline.length)?.sizeBytes;
};

/** dag-pb that is not UnixFS is read as a raw block. */
const fileOf = (cid: CID, { unixfs }: DagNode, blockBytes: number): EntryStat | undefined => {
  if (!unixfs) return { cid, type: "raw", sizeBytes: blockBytes };
  return isFileType(unixfs) ? { cid, type: "file", sizeBytes: unixfs.fileBytes } : undefined;
};

/** Follows a path inside a dag-cbor or dag-json block to its link. */
const dataLink = async (
  cid: CID,
  path: readonly string[],
  block: Blocks["block"],
): Promise<{ readonly cid: CID; readonly names: number } | undefined> => {
  const bytes = await block(cid);
  const links = bytes ? linksIn(cid, bytes) : [];
  for (const link of links) {
    const names = link.name.split("/");
    if (names.length <= path.length && names.every((name, index) => name === path[index]))
      return { cid: link.cid, names: names.length };
  }
  return undefined;
};

/** Returns no links for an unsupported codec: no path resolves through it. */
const linksIn = (cid: CID, bytes: Uint8Array): ReturnType<typeof decodeNode>["links"] => {
  try {
    return decodeNode(cid, bytes).links;
  } catch (error) {
    if (error instanceof UnreadableNode) return [];
    throw error;
  }
};

/** Maps a range of a file to a range of its blob. */
const within = ({ offset, sizeBytes }: Place, range: ByteRange): ByteRange => {
  const { start, end } = checked(range, sizeBytes);
  return { start: offset + start, end: offset + end };
};

const part = (bytes: Uint8Array, range: ByteRange): Uint8Array => {
  const { start, end } = checked(range, bytes.length);
  return bytes.subarray(start, end + 1);
};

const checked = (range: ByteRange, sizeBytes: number): ByteRange => {
  const { start, end } = range;
  if (start < 0 || start > end || end >= sizeBytes) throw new RangeError(`${start}-${end} of ${sizeBytes} bytes`);
  return range;
};

const throwMissing = (subject: string, cid: CID): never => {
  throw new Error(`No ${subject} with the CID ${cid.toString()} is stored here.`);
};
