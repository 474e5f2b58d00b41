/** Makes a folder inside of a stored tree a root of its own: it stays when the tree around it goes, and no byte is copied. */
import { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import type { Blocks, ImportedTree } from "./blocks.ts";
import { isNode } from "./cid.ts";
import { addRoot, findRoot } from "./roots.ts";
import { TreeTooLarge } from "./tree-too-large.ts";

/** Throws `TreeTooLarge` for a folder with more entries, each path counted. */
export const createHold =
  (db: Db, { resolve, list }: Pick<Blocks, "resolve" | "list">): Blocks["hold"] =>
  async (cid, entriesMax) => {
    const known = await findRoot(db, cid);
    if (known) return known;
    const stat = isNode(cid) ? await resolve(cid, []) : undefined;
    if (stat?.type !== "directory") return undefined;
    const files = await countFiles(cid, list, entriesMax);
    return (await addRoot(db, cid, files)) ? findRoot(db, cid) : undefined;
  };

const countFiles = async (
  root: CID,
  list: Blocks["list"],
  entriesMax: number,
): Promise<Pick<ImportedTree, "fileCount" | "sizeBytes">> => {
  let [fileCount, sizeBytes, entries] = [0, 0, 0];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await list(folder)) {
      if ((entries += 1) > entriesMax) throw new TreeTooLarge(entriesMax);
      if (entry.type === "directory") waiting.push(CID.parse(entry.cid));
      else {
        fileCount += 1;
        sizeBytes += entry.sizeBytes;
      }
    }
  }
  return { fileCount, sizeBytes };
};
