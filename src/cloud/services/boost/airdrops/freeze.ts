/** Taking the snapshot of an airdrop: each node's share by the points that it had at that moment, counted once and kept. */
import { airdropShares, snapshotSettleSeconds } from "../../../../../resources/boost/airdrop.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import "../tables.ts";
import "./tables.ts";

const batch = 5000;

/**
 * Counts the shares of all airdrops whose moment has passed. Points are those that the log had at that moment, so that it does not matter when
 * this is done, and by which process: another one that is at it is left to it.
 */
export const freezeDue = async (db: Db, at: number): Promise<void> => {
  const due = await db
    .selectFrom("boost_airdrop")
    .select("id")
    .where("frozen_at", "is", null)
    .where("snapshot_at", "<=", BigInt(at - snapshotSettleSeconds))
    .execute();
  for (const { id } of due) await db.transaction().execute((trx) => freeze(trx, id, at));
};

const freeze = async (trx: Trx, id: string, at: number): Promise<void> => {
  const airdrop = await trx
    .selectFrom("boost_airdrop")
    .selectAll()
    .where("id", "=", id)
    .where("frozen_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!airdrop) return;
  const nodes = await pointsAt(trx, Number(airdrop.snapshot_at));
  const shares = airdropShares(
    BigInt(airdrop.total),
    nodes.map(({ points }) => BigInt(points)),
  );
  const rows = nodes.map(({ node_id, points }, index) => ({
    airdrop_id: id,
    node_id,
    points,
    share: shares[index]!.toString(),
  }));
  for (let from = 0; from < rows.length; from += batch)
    await trx
      .insertInto("boost_airdrop_share")
      .values(rows.slice(from, from + batch))
      .execute();
  const shared = shares.reduce((sum, share) => sum + share, 0n);
  await trx
    .updateTable("boost_airdrop")
    .set({ frozen_at: at, shared: shared.toString() })
    .where("id", "=", id)
    .execute();
};

/** Points of all nodes that had any at a moment: sums of their rows until then. */
const pointsAt = (trx: Trx, moment: number) =>
  trx
    .selectFrom("boost_point")
    .select(({ fn }) => ["node_id", fn.sum<string>("amount").as("points")])
    .where("is_note", "=", false)
    .where("created_at", "<=", new Date(moment * 1000))
    .groupBy("node_id")
    .having(({ eb, fn }) => eb(fn.sum("amount"), ">", "0"))
    .execute();
