import { CarWriter } from "@ipld/car";
import * as dagPb from "@ipld/dag-pb";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";

export interface Block {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** Returns a raw block of this text. */
export const rawBlock = async (text: string): Promise<Block> => {
  const bytes = new TextEncoder().encode(text);
  return { cid: CID.createV1(raw.code, await sha256.digest(bytes)), bytes };
};

export interface FolderContent {
  readonly [name: string]: string | FolderContent;
}

/** Returns the blocks of a UnixFS folder: files of one block each, and folders. The folder's own block is first. */
export const folderBlocks = async (content: FolderContent): Promise<readonly Block[]> => {
  const entries = await Promise.all(
    Object.entries(content).map(async ([name, inside]) => ({
      name,
      blocks: typeof inside === "string" ? [await rawBlock(inside)] : await folderBlocks(inside),
    })),
  );
  const links = entries
    .map(({ name, blocks }) => ({
      Name: name,
      Hash: blocks[0]!.cid,
      Tsize: blocks.reduce((sum, block) => sum + block.bytes.length, 0),
    }))
    .toSorted((one, other) => (one.Name < other.Name ? -1 : 1));
  // UnixFS { Type: Directory }
  const bytes = dagPb.encode({ Data: Uint8Array.of(0x08, 0x01), Links: links });
  return [
    { cid: CID.createV1(dagPb.code, await sha256.digest(bytes)), bytes },
    ...entries.flatMap(({ blocks }) => blocks),
  ];
};

/** Returns a CARv1 file; its root is the first block by default. */
export const carOf = async (blocks: readonly Block[], roots = [blocks[0]!.cid]): Promise<Buffer> => {
  const { writer, out } = CarWriter.create(roots);
  const pieces: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of out) pieces.push(piece);
  })();
  for (const block of blocks) await writer.put(block);
  await writer.close();
  await reading;
  return Buffer.concat(pieces);
};
