/** Indexes the place and links of each block of a CAR file. */
import type { FileHandle } from "node:fs/promises";
import type { CID } from "multiformats/cid";
import { CarInvalid, readCar, type CarBlock } from "./car-file.ts";
import { isNode } from "./cid.ts";
import { graphKey, graphNodeOf, type GraphKey, type GraphNode } from "./graph.ts";
import { UnreadableNode } from "./nodes.ts";

/** With more blocks, the index alone would fill the memory. */
const BLOCKS_MAX = 1_000_000;

export interface IndexedBlock {
  readonly offset: number;
  readonly node: GraphNode;
  /** File size of a dag-pb file node. */
  readonly fileBytes: number | undefined;
}

export interface CarIndex {
  readonly roots: readonly CID[];
  readonly blocks: ReadonlyMap<GraphKey, IndexedBlock>;
  readonly fileBytes: number;
}

/** Throws `CarInvalid`. */
export const indexCar = async (handle: FileHandle): Promise<CarIndex> => {
  const { roots, blocks: read } = await readCar(handle);
  const blocks = new Map<GraphKey, IndexedBlock>();
  for await (const block of read) {
    const key = graphKey(block.cid);
    if (blocks.has(key)) continue;
    if (blocks.size === BLOCKS_MAX) throw new CarInvalid(`The CAR file contains more than ${BLOCKS_MAX} blocks.`);
    blocks.set(key, indexed(block));
  }
  return { roots, blocks, fileBytes: (await handle.stat()).size };
};

const indexed = ({ cid, offset, bytes }: CarBlock): IndexedBlock => {
  try {
    const node = graphNodeOf(cid, bytes);
    return { offset, node, fileBytes: isNode(cid) && node.kind === "file" ? node.fileBytes : undefined };
  } catch (error) {
    if (!(error instanceof UnreadableNode)) throw error;
    throw new CarInvalid(`The CAR file contains an invalid block. ${error.message}`, { cause: error });
  }
};
