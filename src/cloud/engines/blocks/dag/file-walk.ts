/** Reads files laid out by other software, any tree of UnixFS nodes, leaf by leaf in constant memory. */
import { CID } from "multiformats/cid";
import type { ByteRange } from "../store/blob-store.ts";
import { isNode } from "./cid.ts";
import { decodeNode, isFileType } from "./nodes.ts";

export interface BlockSource {
  block(cid: CID): Promise<Uint8Array | undefined>;
  /** Prefetches blocks that will be read next. */
  warm(cids: readonly CID[]): Promise<void>;
}

/** A block on the path through a file. */
export interface WalkedBlock {
  readonly cid: CID;
  readonly bytes: Uint8Array;
  /** The requested bytes in this block itself. */
  readonly content: Uint8Array;
}

interface Piece {
  readonly cid: CID;
  readonly start: number;
  readonly sizeBytes: number;
}

const DEPTH_MAX = 500;
const WARMED_AT_ONCE = 256;

/**
 * Yields every block needed for the range, depth first, skipping subtrees outside of it. Throws if a block is missing
 * or its length differs from the length in its parent.
 */
export async function* walkFile(
  root: CID,
  sizeBytes: number,
  range: ByteRange,
  { block, warm }: BlockSource,
): AsyncGenerator<WalkedBlock> {
  const open: { readonly pieces: readonly Piece[]; next: number }[] = [
    { pieces: [{ cid: root, start: 0, sizeBytes }], next: 0 },
  ];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const piece = level.pieces[level.next];
    if (!piece) {
      open.pop();
      continue;
    }
    if (level.next % WARMED_AT_ONCE === 0) {
      await warm(level.pieces.slice(level.next, level.next + WARMED_AT_ONCE).map(({ cid }) => cid));
    }
    level.next += 1;
    const bytes = await block(piece.cid);
    if (!bytes) throw new Error(`A part of this file is missing: ${piece.cid.toString()}`);
    const { data, pieces } = readPiece(piece, bytes);
    yield { cid: piece.cid, bytes, content: cut(data, piece.start, range) };
    const inRange = pieces.filter((child) => overlaps(child, range));
    if (inRange.length === 0) continue;
    if (open.length === DEPTH_MAX) throw new Error(`The file ${root.toString()} is nested too deeply.`);
    open.push({ pieces: inRange, next: 0 });
  }
}

const readPiece = (piece: Piece, bytes: Uint8Array): { data: Uint8Array; pieces: readonly Piece[] } => {
  if (!isNode(piece.cid)) return bytes.length === piece.sizeBytes ? { data: bytes, pieces: [] } : wrongSize(piece.cid);
  const { links, unixfs } = decodeNode(piece.cid, bytes);
  if (!unixfs || !isFileType(unixfs))
    throw new Error(`A part of this file is not a file node: ${piece.cid.toString()}`);
  if (unixfs.fileBytes !== piece.sizeBytes || unixfs.blockSizes.length !== links.length) return wrongSize(piece.cid);
  let start = piece.start + unixfs.data.length;
  const pieces = links.map(({ cid }, index) => {
    // A copy, because the block's bytes may be overwritten before the walk arrives there.
    const child = { cid: CID.decode(Uint8Array.from(cid.bytes)), start, sizeBytes: unixfs.blockSizes[index]! };
    start += child.sizeBytes;
    return child;
  });
  return { data: unixfs.data, pieces };
};

const overlaps = ({ start, sizeBytes }: Piece, range: ByteRange): boolean =>
  sizeBytes > 0 && start <= range.end && start + sizeBytes > range.start;

const cut = (data: Uint8Array, start: number, range: ByteRange): Uint8Array =>
  data.subarray(Math.max(0, range.start - start), Math.max(0, range.end + 1 - start));

const wrongSize = (cid: CID): never => {
  throw new Error(`A part of this file has the wrong length: ${cid.toString()}`);
};
