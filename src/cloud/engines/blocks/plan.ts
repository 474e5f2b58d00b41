/**
 * Plans which rows make a DAG a root: everything below a root lies in its blob or belongs to another root that is one of its parts. What
 * lies elsewhere and is no root yet becomes one, too.
 */
import type { CID } from "multiformats/cid";
import type { Db } from "../database/database.ts";
import { isLeaf } from "./cid.ts";
import { blobsOf, inlineNodes, nodesInBlob, rootsAmong, type Outside } from "./find-nodes.ts";
import {
  cidOfKey,
  countFiles,
  storedBytesOf,
  walkGraph,
  type FindNodes,
  type Found,
  type GraphKey,
  type Totals,
} from "./graph.ts";
import { TreeTooLarge } from "./tree-too-large.ts";

export interface NewRoot extends Totals {
  readonly key: GraphKey;
  readonly blobId: string;
  readonly parts: readonly GraphKey[];
}

export interface Planner {
  /** Plans a root in a blob that is recorded already. undefined when it is not completely stored. */
  planStored(key: GraphKey): Promise<Totals | undefined>;
  /** Roots that are, or will be, of these blocks; roots that are not completely stored are absent. */
  partsAmong(keys: readonly GraphKey[]): Promise<Map<GraphKey, Found>>;
  /** To be recorded, parts before what is made of them. */
  readonly roots: NewRoot[];
}

interface PlannerDeps {
  readonly db: Db;
  readonly fetchBlocks: (cids: readonly CID[]) => Promise<readonly (Uint8Array | undefined)[]>;
  readonly entriesMax: number;
}

const ROOTS_MAX = 200_000;

export const createPlanner = ({ db, fetchBlocks, entriesMax }: PlannerDeps): Planner => {
  const roots: NewRoot[] = [];
  const planned = new Map<GraphKey, Promise<Totals | undefined>>();

  const add = (root: NewRoot): Totals => {
    if (roots.push(root) > ROOTS_MAX) throw new TreeTooLarge(ROOTS_MAX);
    return root;
  };

  const planIn = async ({ key, blobId, sizeBytes }: Outside): Promise<Totals | undefined> => {
    if (isLeaf(cidOfKey(key))) return add({ key, blobId, fileCount: 1, sizeBytes, parts: [] });
    const find: FindNodes = async (keys) => {
      const found = inlineNodes(keys);
      for (const entry of await nodesInBlob(db, fetchBlocks, blobId, keys)) found.set(...entry);
      const absent = keys.filter((each) => !found.has(each));
      for (const entry of await partsAmong(absent)) found.set(...entry);
      return found;
    };
    const { found, missing } = await walkGraph(key, find);
    if (missing !== undefined) return undefined;
    const totals = countFiles(key, found, entriesMax);
    // Folders that this engine made are not counted, as they are not when they are imported.
    const storedBytes = storedBytesOf(found.values(), ({ kind }) => kind === "file");
    const sizeBytesHeld = Math.max(totals.sizeBytes, storedBytes);
    return add({ key, blobId, fileCount: totals.fileCount, sizeBytes: sizeBytesHeld, parts: partsIn(found) });
  };

  const once = (outside: Outside): Promise<Totals | undefined> => {
    const known = planned.get(outside.key) ?? planIn(outside);
    planned.set(outside.key, known);
    return known;
  };

  const partsAmong = async (keys: readonly GraphKey[]): Promise<Map<GraphKey, Found>> => {
    const known = await rootsAmong(db, keys);
    const parts = new Map<GraphKey, Found>([...known].map(([key, part]) => [key, { part }]));
    const elsewhere = await blobsOf(
      db,
      keys.filter((key) => !known.has(key)),
    );
    for (const outside of elsewhere.values()) {
      const part = await once(outside);
      if (part) parts.set(outside.key, { part });
    }
    return parts;
  };

  return {
    roots,
    partsAmong,
    async planStored(key) {
      const outside = (await blobsOf(db, [key])).get(key);
      return outside && once(outside);
    },
  };
};

/** The other roots that a walk ended at. */
export const partsIn = (found: ReadonlyMap<GraphKey, Found>): GraphKey[] =>
  [...found].filter(([, entry]) => "part" in entry).map(([key]) => key);
