/**
 * Plans the rows that make a DAG a root: everything below a root is in its blob or belongs to another root that is one
 * of its parts. Content elsewhere that is not a root yet becomes one.
 */
import type { Db } from "../database/database.ts";
import { isLeaf } from "./dag/cid.ts";
import { blobsOf, createBlobNodes, inlineNodes, rootsAmong, type FetchBlocks, type Outside } from "./dag/find-nodes.ts";
import {
  cidOfKey,
  countFiles,
  LEVELS_MAX,
  storedBytesOf,
  walkGraph,
  type FindNodes,
  type Found,
  type GraphKey,
  type Totals,
} from "./dag/graph.ts";
import { TreeTooLarge } from "./dag/tree-too-large.ts";

export interface NewRoot extends Totals {
  readonly key: GraphKey;
  readonly blobId: string;
  readonly parts: readonly GraphKey[];
}

interface PlannerDeps {
  readonly db: Db;
  readonly fetchBlocks: FetchBlocks;
  readonly entriesMax: number;
}

const ROOTS_MAX = 200_000;

export const createPlanner = ({ db, fetchBlocks, entriesMax }: PlannerDeps) => {
  const nodesInBlob = createBlobNodes(db, fetchBlocks);
  /** Roots to record, parts before the roots that contain them. */
  const roots: NewRoot[] = [];
  const planned = new Map<GraphKey, Promise<Totals | undefined>>();

  const add = (root: NewRoot): Totals => {
    if (roots.push(root) > ROOTS_MAX) throw new TreeTooLarge(ROOTS_MAX);
    return root;
  };

  const planIn = async ({ key, blobId, sizeBytes }: Outside, levelsMax: number): Promise<Totals | undefined> => {
    if (isLeaf(cidOfKey(key))) return add({ key, blobId, fileCount: 1, sizeBytes, parts: [] });
    const find: FindNodes = async (keys, levelsLeft) => {
      const found = inlineNodes(keys);
      for (const entry of await nodesInBlob(blobId, keys, { wholeFiles: true })) found.set(...entry);
      const absent = keys.filter((each) => !found.has(each));
      for (const entry of await partsAmong(absent, levelsLeft)) found.set(...entry);
      return found;
    };
    const { found, missing } = await walkGraph(key, find, levelsMax);
    if (missing !== undefined) return undefined;
    const totals = await countFiles(key, found, entriesMax);
    // Folders created by this engine are not counted, just as on import.
    const storedBytes = storedBytesOf(found.values(), ({ kind }) => kind === "file");
    const storedSizeBytes = Math.max(totals.sizeBytes, storedBytes);
    return add({ key, blobId, fileCount: totals.fileCount, sizeBytes: storedSizeBytes, parts: partsIn(found) });
  };

  const once = (outside: Outside, levelsMax: number): Promise<Totals | undefined> => {
    const planning = planned.get(outside.key) ?? planIn(outside, levelsMax);
    planned.set(outside.key, planning);
    return planning;
  };

  /** Returns the current and planned roots for these blocks; omits incomplete roots. Throws `TreeTooDeep`. */
  const partsAmong = async (keys: readonly GraphKey[], levelsMax: number): Promise<Map<GraphKey, Found>> => {
    const existing = await rootsAmong(db, keys);
    const parts = new Map<GraphKey, Found>([...existing].map(([key, part]) => [key, { part }]));
    const elsewhere = await blobsOf(
      db,
      keys.filter((key) => !existing.has(key)),
    );
    for (const outside of elsewhere.values()) {
      const part = await once(outside, levelsMax);
      if (part) parts.set(outside.key, { part });
    }
    return parts;
  };

  return {
    roots,
    partsAmong,
    /** Plans a root in a recorded blob. Returns undefined if it is incomplete. */
    async planStored(key: GraphKey): Promise<Totals | undefined> {
      const outside = (await blobsOf(db, [key])).get(key);
      return outside && once(outside, LEVELS_MAX);
    },
  };
};

/** Returns the other roots at which a walk stopped. */
export const partsIn = (found: ReadonlyMap<GraphKey, Found>): GraphKey[] =>
  [...found].filter(([, entry]) => "part" in entry).map(([key]) => key);
