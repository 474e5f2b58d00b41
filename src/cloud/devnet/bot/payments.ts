/** Star payments of the fake Bot API, in the messaging app's order: pre-checkout query, payment, update to the bot. */
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { BotApiError, type Invoice, type Payer } from "../../engines/bot/bot.ts";
import { addMessage, userOf } from "./chat.ts";
import type { Deliveries } from "./deliveries.ts";

const pollMs = 50;
const currency = "XTR";

export type Payments = ReturnType<typeof createPayments>;

/** `answerWithinMs`: time the bot has to answer a pre-checkout query. */
export const createPayments = ({ db }: Pick<Database, "db">, deliveries: Deliveries, answerWithinMs: number) => {
  const transact = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    const result = await db.transaction().execute(work);
    deliveries.wake();
    return result;
  };

  const ask = async (slug: string, payer: Payer): Promise<string> => {
    const id = randomBytes(8).readBigUInt64BE().toString();
    await transact(async (trx) => {
      const invoice = await invoiceOf(trx, slug);
      const charge = `standin_${randomBytes(16).toString("hex")}`;
      await trx
        .insertInto("bot_payment")
        .values({ id, slug, charge_id: charge, payer: JSON.stringify(payer), status: "ASKED", reason: null })
        .execute();
      await deliveries.add(trx, {
        pre_checkout_query: { id, from: userOf(payer), ...termsOf(invoice) },
      });
    });
    return id;
  };

  /** Waits for the bot's answer in the database: the bot may run in another process. */
  const answered = async (id: string) => {
    const deadline = Date.now() + answerWithinMs;
    for (;;) {
      const row = await db.selectFrom("bot_payment").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      if (row.status !== "ASKED") return row;
      if (Date.now() > deadline) {
        await settle(db, id, "ASKED", "REFUSED", "The bot did not answer in time.");
        continue;
      }
      await delay(pollMs);
    }
  };

  return {
    createInvoice: async (invoice: Invoice & { readonly payload: string }): Promise<string> => {
      const slug = randomBytes(12).toString("base64url");
      await db
        .insertInto("bot_invoice")
        .values({ slug, ...invoice })
        .execute();
      return slug;
    },
    find: async (slug: string): Promise<Invoice | undefined> => {
      const invoiceRow = db
        .selectFrom("bot_invoice")
        .select(["title", "description", "stars"])
        .where("slug", "=", slug);
      return invoiceRow.executeTakeFirst();
    },
    pay: async (slug: string, payer: Payer): Promise<{ status: "paid" } | { status: "failed"; reason: string }> => {
      const { id, charge_id: charge, status, reason } = await answered(await ask(slug, payer));
      if (status !== "ACCEPTED") return { status: "failed", reason: reason ?? "The bot refused." };
      await transact(async (trx) => {
        const invoice = await invoiceOf(trx, slug);
        await settle(trx, id, "ACCEPTED", "PAID");
        const paid = { ...termsOf(invoice), telegram_payment_charge_id: charge, provider_payment_charge_id: "" };
        await tell(trx, payer, { successful_payment: paid });
      });
      return { status: "paid" };
    },
    /** Records the bot's answer to a pre-checkout query. Throws BotApiError if it is a second answer or too late. */
    answer: async (id: string, reason: string | undefined): Promise<void> => {
      const isIn = await settle(db, id, "ASKED", reason === undefined ? "ACCEPTED" : "REFUSED", reason);
      if (!isIn) throw new BotApiError(400, "Bad Request: query is too old or query ID is invalid");
    },
    /** Throws BotApiError for an unknown or refunded charge. */
    refund: (payerId: number, charge: string): Promise<void> =>
      transact(async (trx) => {
        const payment = await trx
          .selectFrom("bot_payment")
          .selectAll()
          .where("charge_id", "=", charge)
          .forUpdate()
          .executeTakeFirst();
        if (!payment || payment.payer.id !== payerId || !["PAID", "REFUNDED"].includes(payment.status))
          throw new BotApiError(400, "Bad Request: CHARGE_ID_INVALID");
        if (payment.status === "REFUNDED") throw new BotApiError(400, "Bad Request: CHARGE_ALREADY_REFUNDED");
        await settle(trx, payment.id, "PAID", "REFUNDED");
        const invoice = await invoiceOf(trx, payment.slug);
        await tell(trx, payment.payer, {
          refunded_payment: { ...termsOf(invoice), telegram_payment_charge_id: charge },
        });
      }),
  };

  async function tell(trx: Trx, payer: Payer, content: object): Promise<void> {
    const chat = { id: payer.id, first_name: payer.first_name };
    await deliveries.add(trx, { message: await addMessage(trx, chat, { from: userOf(payer), ...content }) });
  }
};

const invoiceOf = async (db: Db, slug: string) => {
  const invoiceRow = await db.selectFrom("bot_invoice").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (!invoiceRow) throw new BotApiError(400, "Bad Request: INVOICE_INVALID");
  return invoiceRow;
};

const termsOf = ({ stars, payload }: { stars: number; payload: string }) => ({
  currency,
  total_amount: stars,
  invoice_payload: payload,
});

/** Returns whether the state changed. */
const settle = async (
  db: Db,
  id: string,
  before: RowOf<"bot_payment">["status"],
  after: RowOf<"bot_payment">["status"],
  reason?: string,
): Promise<boolean> => {
  const changed = await db
    .updateTable("bot_payment")
    .set({ status: after, reason: reason ?? null })
    .where("id", "=", id)
    .where("status", "=", before)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
};
