/** Settles items and the objects that reference them: each in one transaction, including refunds. */
import { sql } from "kysely";
import { arweaveEvent } from "../../../../resources/storage/arweave.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { refund } from "./items.ts";
import type { Deps } from "./deps.ts";

const reasonMax = 500;
const timeoutMessage = "The upload was not included in a block in time. Retry: data already sent is not charged again.";

/** Marks an upload as stored on Arweave. */
export const confirmUpload = (deps: Deps, uploadId: string): Promise<void> =>
  settle(deps, async (trx) => {
    await trx.updateTable("arweave_upload").set({ bundle: null, is_open: false }).where("id", "=", uploadId).execute();
    return idsOf(
      await trx
        .updateTable("arweave_item")
        .set({ state: "confirmed", reason: null, confirmed_at: sql<Date>`now()`, inline: null })
        .where("upload_id", "=", uploadId)
        .returning("id")
        .execute(),
    );
  });

/** Fails a rejected upload. A retry signs its items again. */
export const failUpload = async (deps: Deps, uploadId: string, reason: string): Promise<void> => {
  const rows = await deps.engines.database.db
    .selectFrom("arweave_item")
    .select("id")
    .where("upload_id", "=", uploadId)
    .execute();
  await failItems(deps, idsOf(rows), reason);
  await deps.engines.database.db.deleteFrom("arweave_upload").where("id", "=", uploadId).execute();
};

export const failItems = (deps: Deps, ids: readonly string[], reason: string): Promise<void> =>
  settle(deps, (trx) => end(deps, trx, ids, "failure", reason.slice(0, reasonMax)));

/** Fails uploads that exceeded the time limit. */
export const timeOutItems = (deps: Deps): Promise<void> =>
  settle(deps, async (trx) => {
    const rows = await trx
      .selectFrom("arweave_item")
      .select("id")
      .where("state", "in", ["waiting", "sent"])
      .where("deadline", "<", sql<Date>`now()`)
      .orderBy("id")
      .limit(500)
      .forUpdate()
      .skipLocked()
      .execute();
    return end(deps, trx, idsOf(rows), "timeout", timeoutMessage);
  });

const end = async (
  { allowance }: Deps,
  trx: Trx,
  ids: readonly string[],
  state: RowOf<"arweave_item">["state"],
  reason: string,
): Promise<string[]> => {
  const items = await trx
    .updateTable("arweave_item")
    .set({ state, reason })
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .returningAll()
    .execute();
  for (const item of items) await refund(trx, allowance, item);
  return idsOf(items);
};

/** Updates objects to match their items, closes closing buckets and notifies the teams. */
const settle = async ({ engines }: Deps, change: (trx: Trx) => Promise<string[]>): Promise<void> => {
  const { database, realtime } = engines;
  const teams = await database.db.transaction().execute(async (trx) => {
    const ids = await change(trx);
    if (ids.length === 0) return [];
    const { rows } = await sql<{ team_id: string }>`
      update arweave_object set changed_at = now(), reason = item.reason, state = case item.state
        when 'confirmed' then 'synced' when 'failure' then 'failure' else 'timeout' end
      from arweave_item as item where item.id = arweave_object.item_id and item.id = any(${ids}::uuid[])
      returning arweave_object.team_id
    `.execute(trx);
    return rows;
  });
  for (const teamId of new Set(teams.map((row) => row.team_id))) realtime.toTeam(teamId, arweaveEvent, {});
};

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
