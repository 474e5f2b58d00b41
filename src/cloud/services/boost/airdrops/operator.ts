/** Airdrops managed by operators. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Row } from "../../../../../resources/define.ts";
import type { boostAirdrops } from "../../../../../resources/operator/boost-airdrops.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import { isUuid } from "../../uuid.ts";
import { microOf, sixDecimals } from "../micro-amounts.ts";
import { freezeDue } from "./freeze.ts";

type Entry = Row<typeof boostAirdrops>;
export type AirdropInput = Pick<Entry, "name" | "total" | "snapshotAt">;

/** Newest first. */
export const listAirdrops = async (
  deps: Parameters<typeof freezeDue>[0],
  db: Db,
  { keyword, ...page }: PageQuery & { readonly keyword?: string | undefined },
  at: number,
): Promise<{ items: Entry[]; total: number }> => {
  await freezeDue(deps, db, at);
  const matching = db
    .selectFrom("boost_airdrop")
    .$if(!!keyword, (rows) => rows.where("name", "ilike", containing(keyword!)));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("snapshot_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: await Promise.all(rows.map((row) => present(db, row))), total };
};

/** Throws NOT_FOUND. */
export const findAirdrop = async (db: Db, id: string): Promise<Entry> => {
  const query = db.selectFrom("boost_airdrop").selectAll();
  const row = isUuid(id) ? await query.where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return present(db, row);
};

/** Throws INVALID_INPUT for a time in the past. */
export const createAirdrop = async (trx: Trx, input: AirdropInput, at: number): Promise<Entry> => {
  const id = randomUUID();
  await trx
    .insertInto("boost_airdrop")
    .values({ id, ...columnsFrom(input, at) })
    .execute();
  return findAirdrop(trx, id);
};

/** Throws NOT_FOUND, INVALID_INPUT, and AIRDROP_FROZEN once the shares are calculated. */
export const editAirdrop = async (
  trx: Trx,
  { id, input, at }: { readonly id: string; readonly input: AirdropInput; readonly at: number },
): Promise<Entry> => {
  await findAirdrop(trx, id);
  const changed = await trx
    .updateTable("boost_airdrop")
    .set(columnsFrom(input, at))
    .where("id", "=", id)
    .where("frozen_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw new AppError("AIRDROP_FROZEN");
  return findAirdrop(trx, id);
};

/** Returns the airdrop's name. Throws NOT_FOUND, AIRDROP_FROZEN. */
export const deleteAirdrop = async (trx: Trx, id: string): Promise<string> => {
  const { name } = await findAirdrop(trx, id);
  const deleted = await trx
    .deleteFrom("boost_airdrop")
    .where("id", "=", id)
    .where("frozen_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!deleted) throw new AppError("AIRDROP_FROZEN");
  return name;
};

/**
 * Marks all unpaid shares of nodes with a wallet as paid, once each, and returns them as CSV: wallet, share. Nodes without a wallet wait
 * for a later payout. For a share that grew through an account merge, only the difference is paid. Throws NOT_FOUND, AIRDROP_NOT_COUNTED,
 * and AIRDROP_PAID when there is nothing to pay.
 */
export const payOutAirdrop = async (trx: Trx, id: string): Promise<{ name: string; csv: string }> => {
  const { name, state } = await findAirdrop(trx, id);
  if (state !== "counted") throw new AppError("AIRDROP_NOT_COUNTED");
  const { rows } = await sql<{ paid_to: string; share: string }>`
    update boost_airdrop_share as share set paid = share.share, paid_at = now(), paid_to = person.address
    from boost_node as node join person on person.id = node.person_id
      join boost_airdrop_share as before on before.node_id = node.id and before.airdrop_id = ${id}
    where node.id = share.node_id and share.airdrop_id = ${id} and share.share > share.paid and share.paid = before.paid
      and person.address is not null
    returning share.paid_to, (share.share - before.paid)::text as share
  `.execute(trx);
  if (rows.length === 0) throw new AppError("AIRDROP_PAID");
  const lines = rows.map(({ paid_to, share }) => `${paid_to},${sixDecimals(BigInt(share))}`);
  return { name, csv: ["wallet,share", ...lines.toSorted(), ""].join("\r\n") };
};

/** Returns all paid shares as CSV: wallet, share, time. Recovers a lost export. Throws NOT_FOUND. */
export const paidShares = async (db: Db, id: string): Promise<string> => {
  await findAirdrop(db, id);
  const rows = await db
    .selectFrom("boost_airdrop_share")
    .select(["paid_to", "paid", "paid_at"])
    .where("airdrop_id", "=", id)
    .where("paid_at", "is not", null)
    .orderBy("paid_at")
    .orderBy("paid_to")
    .execute();
  const lines = rows.map(
    ({ paid_to: wallet, paid, paid_at: at }) => `${wallet},${sixDecimals(BigInt(paid))},${at!.toISOString()}`,
  );
  return ["wallet,share,paid at", ...lines, ""].join("\r\n");
};

const columnsFrom = ({ name, total, snapshotAt }: AirdropInput, at: number) => {
  if (snapshotAt <= at)
    throw new AppError("INVALID_INPUT", {
      fields: { snapshotAt: ["Snapshot: choose a time in the future."] },
    });
  return { name, total: microOf(total).toString(), snapshot_at: snapshotAt };
};

const present = async (db: Db, row: RowOf<"boost_airdrop">): Promise<Entry> => {
  const isCounted = row.frozen_at !== null;
  const shares = db.selectFrom("boost_airdrop_share").where("airdrop_id", "=", row.id);
  const paid = shares.where("paid_at", "is not", null).whereRef("paid", "=", "share");
  return {
    id: row.id,
    name: row.name,
    total: sixDecimals(BigInt(row.total)),
    snapshotAt: Number(row.snapshot_at),
    state: isCounted ? "counted" : "announced",
    ...(isCounted && {
      nodes: await countOf(shares),
      shared: sixDecimals(BigInt(row.shared)),
      paid: await countOf(paid),
    }),
    createdAt: secondsOf(row.created_at),
  };
};
