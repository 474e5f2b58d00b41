/**
 * Turns any stored content into a separate root, without copying it. It survives the deletion of the content around it.
 */
import type { CID } from "multiformats/cid";
import type { Db } from "../../database/database.ts";
import type { Blocks, PreparedRoot } from "../blocks.ts";
import { cidText, inlineBytes, isLeaf, isNode } from "../dag/cid.ts";
import { inlineNodes, type FetchBlocks } from "../dag/find-nodes.ts";
import { bytesOfKey, cidOfKey, countOf, graphKey, type GraphKey } from "../dag/graph.ts";
import { createPlanner, type NewRoot } from "../plan.ts";
import { PartMissing, recordSingle } from "./record.ts";
import { recordRoots } from "./record-roots.ts";
import { findRoot } from "./roots.ts";

const ATTEMPTS_MAX = 10;

/**
 * An identity CID holds its content itself. Returns undefined for other CIDs, and for those that link to further blocks,
 * which no block store has as roots.
 */
export const inlineRoot = (key: GraphKey, entriesMax: number): Omit<PreparedRoot, "cid"> | undefined => {
  const bytes = inlineBytes(cidOfKey(key));
  if (!bytes || !isReadable(cidOfKey(key))) return undefined;
  const entry = inlineNodes([key]).get(key)!;
  if (!("node" in entry) || entry.node.children.length > 0) return undefined;
  const { fileCount, sizeBytes } = countOf(entry, () => ({ fileCount: 0, sizeBytes: 0, entries: 0 }), entriesMax);
  return {
    fileCount,
    sizeBytes,
    record: async (trx) => void (await recordSingle(trx, [{ key: bytesOfKey(key), bytes }])),
  };
};

/** IPNS keys are identity CIDs too, and no content. */
const isReadable = (cid: CID): boolean => isLeaf(cid) || isNode(cid);

export const createHold = (db: Db, fetchBlocks: FetchBlocks): Pick<Blocks, "hold" | "prepareHold"> => {
  const prepareHold = async (cid: CID, entriesMax: number): Promise<PreparedRoot | undefined> => {
    const key = graphKey(cid);
    const inline = inlineRoot(key, entriesMax);
    if (inline) return { cid: cidText(cid), ...inline };
    const plan = async (from: Db) => {
      const planner = createPlanner({ db: from, fetchBlocks, entriesMax });
      const totals = await planner.planStored(key);
      return totals && { totals, roots: planner.roots };
    };
    const existing = await findRoot(db, cid);
    const planned = existing ? { totals: existing, roots: [] } : await plan(db);
    if (!planned) return undefined;
    const { fileCount, sizeBytes } = planned.totals;
    return {
      cid: cidText(cid),
      fileCount,
      sizeBytes,
      async record(trx) {
        let roots: readonly NewRoot[] = planned.roots;
        for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
          if (await recordRoots(trx, { planned: roots, keep: [key] })) return;
          const again = await plan(trx);
          if (!again) break;
          roots = again.roots;
        }
        throw new PartMissing(cid);
      },
    };
  };

  return {
    prepareHold,
    async hold(cid, entriesMax) {
      const prepared = await prepareHold(cid, entriesMax);
      if (!prepared) return undefined;
      try {
        await db.transaction().execute((trx) => prepared.record(trx));
      } catch (error) {
        if (error instanceof PartMissing) return undefined;
        throw error;
      }
      const { fileCount, sizeBytes } = prepared;
      return { cid: prepared.cid, fileCount, sizeBytes };
    },
  };
};
