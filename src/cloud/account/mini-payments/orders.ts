/** Stored orders. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { toncoinArrivalSeconds, type MiniOrderStatus } from "../../../../resources/billing/mini-limits.ts";
import { notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { isUuid, uuidOf } from "../../kernel/uuid.ts";

export type OrderRow = RowOf<"mini_order">;

/** The buyer and the account to credit. */
export interface Orderer {
  readonly personId: string;
  readonly euid: string;
}

type NewOrder = Pick<Insertable<Tables["mini_order"]>, "asset" | "land" | "usd" | "amount" | "valid_until"> &
  Partial<Pick<Insertable<Tables["mini_order"]>, "destination" | "invoice_link">>;

export const newOrderId = (): string => randomUUID();

/** The payment comment that identifies its order. */
export const payloadOf = (orderId: string): string => `land:${orderId}`;

/** undefined for an unknown comment. */
export const orderIdIn = (payload: string): string | undefined => {
  const id = /^land:(.*)$/s.exec(payload)?.[1];
  return id !== undefined && isUuid(id) ? id : undefined;
};

/** Moves orders to another user, who is credited when they are paid. */
export const moveOrders = async (trx: Trx, fromId: string, { personId, euid }: Orderer): Promise<void> => {
  await trx
    .updateTable("mini_order")
    .set({ person_id: personId, account: euid })
    .where("person_id", "=", fromId)
    .execute();
};

export const addOrder = async (trx: Trx, id: string, { personId, euid }: Orderer, order: NewOrder): Promise<void> => {
  await trx
    .insertInto("mini_order")
    .values({ id, person_id: personId, account: euid, status: "WAITING", ...order })
    .execute();
};

/** Throws NOT_FOUND, also for another user's order. */
export const findOrder = async (db: Db, personId: string, id: string) => {
  const query = db.selectFrom("mini_order").selectAll().where("person_id", "=", personId);
  const row = await query.where("id", "=", uuidOf(id)).executeTakeFirstOrThrow(notFound);
  return { orderId: row.id, asset: row.asset, land: row.land, status: statusOf(row), payment: row.payment };
};

/** Ages an invoice to its expiry. */
export const expireInvoice = async (trx: Trx, slug: string): Promise<void> => {
  await trx
    .updateTable("mini_order")
    .set({ valid_until: new Date(Date.now() - 1000) })
    .where("invoice_link", "=", `https://t.me/$${slug}`)
    .where("status", "=", "WAITING")
    .execute();
};

/** Locks the order for a change. */
export const lockOrder = (trx: Trx, id: string): Promise<OrderRow | undefined> =>
  trx.selectFrom("mini_order").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const setOrder = async (
  trx: Trx,
  id: string,
  changed: Partial<Pick<OrderRow, "status" | "payment" | "payer" | "paid_at">>,
): Promise<void> => {
  await trx.updateTable("mini_order").set(changed).where("id", "=", id).execute();
};

const statusOf = ({ asset, status, valid_until: until, paid_at: paidAt }: OrderRow): MiniOrderStatus => {
  if (status === "REFUNDED") return status;
  const lastMoment = until.getTime() + (asset === "TON" ? toncoinArrivalSeconds * 1000 : 0);
  const isLate = (paidAt ?? new Date()).getTime() > lastMoment;
  if (status === "WAITING") return isLate ? "EXPIRED" : "WAITING";
  return isLate ? "LATE" : "PAID";
};
