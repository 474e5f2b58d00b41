/** Airdrops as those who run the cloud announce them. */
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Row } from "../../../../../resources/define.ts";
import type { boostAirdrops } from "../../../../../resources/operator/boost-airdrops.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import { isUuid } from "../../uuid.ts";
import { microOf, sixDecimals } from "../exact.ts";
import { freezeDue } from "./freeze.ts";
import type { BoostAirdropTable } from "./tables.ts";

type Entry = Row<typeof boostAirdrops>;
export type AirdropInput = Pick<Entry, "name" | "total" | "snapshotAt">;

/** The newest first. */
export const listAirdrops = async (
  db: Db,
  { keyword, ...page }: PageQuery & { readonly keyword?: string | undefined },
  at: number,
): Promise<{ items: Entry[]; total: number }> => {
  await freezeDue(db, at);
  const found = db
    .selectFrom("boost_airdrop")
    .$if(!!keyword, (rows) => rows.where("name", "ilike", containing(keyword!)));
  const [rows, total] = await Promise.all([
    found.selectAll().orderBy("snapshot_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(found),
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

/** Throws INVALID_INPUT for a moment that has passed. */
export const createAirdrop = async (trx: Trx, input: AirdropInput, at: number): Promise<Entry> => {
  const id = randomUUID();
  await trx
    .insertInto("boost_airdrop")
    .values({ id, ...columnsFrom(input, at) })
    .execute();
  return findAirdrop(trx, id);
};

/** Throws NOT_FOUND, INVALID_INPUT, and AIRDROP_FROZEN once the shares are counted. */
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

/** Returns its name. Throws NOT_FOUND, AIRDROP_FROZEN. */
export const deleteAirdrop = async (trx: Trx, id: string): Promise<string> => {
  const { name } = await findAirdrop(trx, id);
  const gone = await trx
    .deleteFrom("boost_airdrop")
    .where("id", "=", id)
    .where("frozen_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new AppError("AIRDROP_FROZEN");
  return name;
};

const columnsFrom = ({ name, total, snapshotAt }: AirdropInput, at: number) => {
  if (snapshotAt <= at)
    throw new AppError("INVALID_INPUT", {
      fields: { snapshotAt: ["Snapshot: choose a moment that is still to come."] },
    });
  return { name, total: microOf(total).toString(), snapshot_at: snapshotAt };
};

const present = async (db: Db, row: Selectable<BoostAirdropTable>): Promise<Entry> => {
  const isCounted = row.frozen_at !== null;
  const shares = db.selectFrom("boost_airdrop_share").where("airdrop_id", "=", row.id);
  return {
    id: row.id,
    name: row.name,
    total: sixDecimals(BigInt(row.total)),
    snapshotAt: Number(row.snapshot_at),
    state: isCounted ? "counted" : "announced",
    ...(isCounted && { nodes: await countOf(shares), shared: sixDecimals(BigInt(row.shared)) }),
    createdAt: secondsOf(row.created_at),
  };
};
