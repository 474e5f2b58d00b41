import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Delivery, Webhook } from "../../../../resources/account/webhook.ts";
import { webhookDeliveriesKept, webhookDeliveriesShown } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { AppError } from "../../kernel/app-error.ts";
import { isUuid } from "../../kernel/uuid.ts";

export type DeliveryRow = RowOf<"webhook_delivery">;
type WebhookRow = RowOf<"webhook">;

export const webhookOf = (db: Db, teamId: string): Promise<WebhookRow | undefined> =>
  db.selectFrom("webhook").selectAll().where("team_id", "=", teamId).executeTakeFirst();

/** Returns the team's webhook. Throws WEBHOOK_MISSING. */
export const requireWebhook = async (trx: Trx, teamId: string): Promise<WebhookRow> => {
  const row = await heldWebhookOf(trx, teamId);
  if (!row) throw new AppError("WEBHOOK_MISSING");
  return row;
};

/** Returns the webhook, locked until the transaction ends. */
export const heldWebhookOf = (trx: Trx, teamId: string): Promise<WebhookRow | undefined> =>
  trx.selectFrom("webhook").selectAll().where("team_id", "=", teamId).forKeyShare().executeTakeFirst();

/** Stores a delivery. */
export const addDelivery = (
  trx: Trx,
  { teamId, event, body }: { readonly teamId: string; readonly event: string; readonly body: string },
): Promise<DeliveryRow> =>
  trx
    .insertInto("webhook_delivery")
    .values({ id: randomUUID(), team_id: teamId, event, body })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a team's oldest ended deliveries. */
export const prune = async (db: Db, teamId: string): Promise<void> => {
  await sql`
    delete from webhook_delivery where team_id = ${teamId} and state <> 'waiting' and created_at < (
      select created_at from webhook_delivery where team_id = ${teamId}
      order by created_at desc offset ${webhookDeliveriesKept} limit 1
    )`.execute(db);
};

export const newestDeliveries = (db: Db, teamId: string): Promise<DeliveryRow[]> =>
  db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("team_id", "=", teamId)
    .orderBy("created_at", "desc")
    .limit(webhookDeliveriesShown)
    .execute();

/** Returns a delivery of the team. Throws NOT_FOUND. */
export const findDelivery = async (db: Db, teamId: string, id: string): Promise<DeliveryRow> => {
  const query = db.selectFrom("webhook_delivery").selectAll().where("team_id", "=", teamId).where("id", "=", id);
  const row = isUuid(id) ? await query.executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

export const presentWebhook = ({ url, events, active }: WebhookRow): Webhook => ({ url, events, active });

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  durationMs: row.duration_ms,
  createdAt: Math.floor(row.created_at.getTime() / 1000),
  body: row.body,
});
