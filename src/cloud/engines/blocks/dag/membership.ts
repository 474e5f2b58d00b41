/** Finds the roots that contain a block. Uses indexes: no request walks a DAG. */
import { sql } from "kysely";
import type { Db } from "../../database/database.ts";
import type { Blocks, ContainingRoot } from "../blocks.ts";
import { cidKey } from "./cid.ts";
import { createBlobNodes, type FetchBlocks } from "./find-nodes.ts";
import { bytesOfKey, walkGraph, type Found, type GraphKey } from "./graph.ts";
import { chunked } from "../chunked.ts";

const ROWS_PER_INSERT = 10_000;

export const createMembership = (fetchBlocks: FetchBlocks): Pick<Blocks, "rootsContaining" | "surveyRoot"> => ({
  async rootsContaining(db, cids) {
    const { rows } = await sql<ContainingRoot>`
      with recursive
        asked (cid) as (select distinct * from unnest(${cids.map(cidKey)}::bytea[])),
        holding_blob (cid, root, is_certain) as (
          select asked.cid, root.cid, true from asked join root on root.cid = asked.cid
          union all
          select asked.cid, root.cid, root.fills_blob is not null
          from asked join block on block.cid = asked.cid join root on root.blob_id = block.blob_id
          where root.fills_blob is not false
          union all
          select asked.cid, root_block.root, true from asked join root_block on root_block.cid = asked.cid
        ),
        above (cid, via, root, is_certain) as (
          select cid, root, root, is_certain from holding_blob
          union
          select above.cid, above.via, root_part.root, above.is_certain from above join root_part on root_part.part = above.root
        )
      select cid, root, via, is_certain as "isCertain" from above
    `.execute(db);
    return rows;
  },

  async surveyRoot(db, key) {
    const root = await findUnsurveyed(db, key);
    if (!root) return;
    const blocks = await blocksIn(db, fetchBlocks, root.blobId, key.toString("latin1"));
    const fillsBlob = blocks.size === root.blockCount;
    for (const keys of fillsBlob ? [] : chunked([...blocks], ROWS_PER_INSERT)) {
      // The root may have been dropped in the meantime.
      await sql`
        insert into root_block (cid, root)
        select listed.cid, root.cid from unnest(${keys.map(bytesOfKey)}::bytea[]) as listed (cid)
        join root on root.cid = ${key} and root.blob_id = ${root.blobId}
        on conflict do nothing
      `.execute(db);
    }
    await db
      .updateTable("root")
      .set({ fills_blob: fillsBlob })
      .where("cid", "=", key)
      .where("blob_id", "=", root.blobId)
      .execute();
  },
});

const findUnsurveyed = async (db: Db, key: Buffer) =>
  db
    .selectFrom("root")
    .innerJoin("blob", "blob.id", "root.blob_id")
    .select(["blob.id as blobId", "blob.block_count as blockCount"])
    .where("root.cid", "=", key)
    .where("root.fills_blob", "is", null)
    .executeTakeFirst();

/** Returns the root's blocks in this blob. Blocks elsewhere belong to its parts. */
const blocksIn = async (
  db: Db,
  fetchBlocks: FetchBlocks,
  blobId: string,
  root: GraphKey,
): Promise<ReadonlySet<GraphKey>> => {
  const nodesInBlob = createBlobNodes(db, fetchBlocks);
  const elsewhere: Found = { part: { fileCount: 0, sizeBytes: 0 } };
  const { found } = await walkGraph(
    root,
    async (keys) => {
      const inBlob = await nodesInBlob(blobId, keys, { wholeFiles: false });
      return new Map(keys.map((key) => [key, inBlob.get(key) ?? elsewhere]));
    },
    Infinity,
  );
  return new Set([...found].flatMap(([key, entry]) => ("node" in entry ? key : [])));
};
