/** Describes one block of a DAG: its size, codec and links. */
import type { Blocks, LinkedBlock } from "./blocks.ts";
import { cidText, inlineBytes } from "./cid.ts";
import { codecName, decodeNode, isFileType } from "./nodes.ts";
import { placesOfBlocks, placesOfFiles } from "./places.ts";
import type { Db } from "../database/database.ts";

export const createLinks =
  (db: Db, block: Blocks["block"]): Blocks["links"] =>
  async (cid) => {
    const bytes = await block(cid);
    if (!bytes) return undefined;
    const codec = codecName(cid);
    if (!codec) return { codec: `0x${cid.code.toString(16)}`, blockBytes: bytes.length, links: [] };
    const { links, unixfs } = decodeNode(cid, bytes);
    // Only dag-pb states the size below a link; for other codecs, at least the block's own size is known.
    const unsized = links.filter(({ totalBytes }) => totalBytes === undefined).map((link) => link.cid);
    const [files, blocks] = await Promise.all([placesOfFiles(db, unsized), placesOfBlocks(db, unsized)]);
    const sizeOf = (key: string): number | undefined => files.get(key)?.sizeBytes ?? blocks.get(key)?.sizeBytes;
    const described: LinkedBlock = {
      codec,
      blockBytes: bytes.length,
      ...(unixfs && { type: unixfs.type }),
      ...(unixfs && isFileType(unixfs) && { fileBytes: unixfs.fileBytes }),
      links: links.map(({ name, cid, totalBytes }) => ({
        name,
        cid: cid.toString(),
        sizeBytes: totalBytes ?? inlineBytes(cid)?.length ?? sizeOf(cidText(cid)) ?? 0,
      })),
    };
    return described;
  };

/** Returns whether the block is stored; blocks below it may be missing. */
export const createHas =
  (db: Db): Blocks["has"] =>
  async (cid, reader = db) =>
    inlineBytes(cid) !== undefined || (await placesOfBlocks(reader, [cid])).size > 0;
