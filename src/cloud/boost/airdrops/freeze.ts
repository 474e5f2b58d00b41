/** Takes the snapshot of an airdrop: calculates each node's share from its points at that moment, once, and stores it. */
import { airdropShares, snapshotSettleSeconds } from "./airdrop.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Invitees } from "../invites/invitees.ts";

const batch = 5000;

/**
 * Calculates the shares of all airdrops whose snapshot time has passed. Uses the points the log had at that time, so the result does not
 * depend on when this runs. Skips airdrops that another process is working on.
 */
export const freezeDue = async (
  { invitees }: { readonly invitees: Pick<Invitees, "countAll"> },
  db: Db,
  at: number,
): Promise<void> => {
  const due = await db
    .selectFrom("boost_airdrop")
    .select("id")
    .where("frozen_at", "is", null)
    .where("snapshot_at", "<=", BigInt(at - snapshotSettleSeconds))
    .execute();
  if (due.length > 0) await invitees.countAll(db, at);
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
    paid_at: null,
    paid_to: null,
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

/**
 * Sums the point rows of each node up to a moment. Invitees that did not count by then have no share, and their inviters get none for them.
 */
const pointsAt = (trx: Trx, moment: number) =>
  trx
    .selectFrom("boost_point as point")
    .innerJoin("boost_node as node", "node.id", "point.node_id")
    .leftJoin("boost_node as invitee", "invitee.id", "point.explorer_id")
    .select(({ fn }) => ["point.node_id", fn.sum<string>("point.amount").as("points")])
    .where("point.is_note", "=", false)
    .where("point.created_at", "<=", new Date(moment * 1000))
    .where(({ eb, or }) => or([eb("node.inviter_id", "is", null), eb("node.counted_at", "<=", BigInt(moment))]))
    .where(({ eb, or }) => or([eb("point.kind", "<>", "invite"), eb("invitee.counted_at", "<=", BigInt(moment))]))
    .groupBy("point.node_id")
    .having(({ eb, fn }) => eb(fn.sum("point.amount"), ">", "0"))
    .execute();
