/**
 * Emulates the messaging app; requires the fake Bot API. Users act only under messaging ids they created: no one can sign in as, pay as or
 * read the chat of another user's id.
 */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import * as calls from "../../../../resources/devnet/emulator.ts";
import { AppError } from "../../kernel/app-error.ts";
import { BotApiError, type BotEngine, type BotSimulator } from "../../engines/bot/bot.ts";
import type { Db } from "../../engines/database/database.ts";
import type { MiniPayments } from "../mini-payments/service.ts";
import { inPhases, outsideTransaction, route, type Route } from "../../kernel/calls/route.ts";
import { writeInitData, type Messaging } from "./service.ts";

interface Deps {
  readonly engine: Pick<BotEngine, "simulator" | "token">;
  readonly messaging: Pick<Messaging, "botName">;
  readonly miniPayments: Pick<MiniPayments, "expireInvoice">;
}

const messageSchema = z.object({
  message_id: z.int(),
  date: z.int(),
  text: z.string().default(""),
  from: z.object({ is_bot: z.boolean() }),
  successful_payment: z.object({ total_amount: z.int() }).optional(),
  refunded_payment: z.object({ total_amount: z.int() }).optional(),
  reply_markup: z
    .object({
      inline_keyboard: z.array(z.array(z.object({ text: z.string(), web_app: z.object({ url: z.string() }) }))),
    })
    .optional(),
});

export const emulatorRoutes = ({ engine, messaging, miniPayments }: Deps): Route[] => {
  const simulator = (): BotSimulator => {
    if (!engine.simulator) throw new AppError("NOT_FOUND");
    return engine.simulator;
  };
  return [
    route(
      calls.launchMiniApp,
      outsideTransaction(async ({ db, caller, body: { user, startParam } }) => {
        simulator();
        await claimId(db, caller.userId, user.id);
        const fields = {
          // Makes each launch unique: two in the same second would be identical, and init data signs in once.
          query_id: randomUUID(),
          user: JSON.stringify({ ...user, language_code: "en", allows_write_to_pm: true }),
          auth_date: String(Math.floor(Date.now() / 1000)),
          chat_type: "private",
          ...(startParam !== undefined && startParam !== "" && { start_param: startParam }),
          // Signed for third parties, which nothing here verifies.
          signature: "",
        };
        return { initData: writeInitData(fields, await engine.token()), botName: await messaging.botName() };
      }),
    ),
    route(calls.miniInvoice, async ({ params }) => {
      const invoice = await simulator().invoice(params.slug);
      if (!invoice) throw new AppError("NOT_FOUND");
      return invoice;
    }),
    route(
      calls.payMiniInvoice,
      outsideTransaction(async ({ db, caller, params, body }) => {
        if (!(await simulator().invoice(params.slug))) throw new AppError("NOT_FOUND");
        await claimId(db, caller.userId, body.user.id);
        try {
          const outcome = await simulator().pay(params.slug, payerOf(body.user));
          return { reason: null, ...outcome };
        } catch (error) {
          if (error instanceof BotApiError) throw new AppError("NOT_FOUND");
          throw error;
        }
      }),
    ),
    route(
      calls.expireMiniInvoice,
      inPhases({
        prepare: async ({ params }) => {
          if (!(await simulator().invoice(params.slug))) throw new AppError("NOT_FOUND");
        },
        write: async ({ db, params }) => {
          await miniPayments.expireInvoice(db, params.slug);
          return null;
        },
      }),
    ),
    route(calls.botChat, async ({ db, caller, params }) => {
      const id = Number(params.userId);
      const isTheirs = Number.isSafeInteger(id) && (await ownerOf(db, id)) === caller.userId;
      const rows = isTheirs ? await simulator().messages(id) : [];
      return { botName: await messaging.botName(), items: rows.map((row) => present(messageSchema.parse(row))) };
    }),
    route(
      calls.sayToBot,
      outsideTransaction(async ({ db, caller, body: { user, text } }) => {
        await claimId(db, caller.userId, user.id);
        await simulator().write(payerOf(user), text);
        return null;
      }),
    ),
  ];
};

/** Assigns a new id to the caller. Throws EMULATOR_ID_TAKEN for an id of another user, or of an account another user signs in to. */
const claimId = async (db: Db, personId: string, userId: number): Promise<void> => {
  const owner = await ownerOf(db, userId);
  if (owner === personId) return;
  const claimed =
    owner === undefined &&
    (await db
      .insertInto("messaging_emulated")
      .values({ user_id: BigInt(userId), person_id: personId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst());
  if (!claimed) throw new AppError("EMULATOR_ID_TAKEN");
};

/** Owner of an id: the user who created it, else the account that signs in with it. */
const ownerOf = async (db: Db, userId: number): Promise<string | undefined> => {
  const id = BigInt(userId);
  const emulated = db.selectFrom("messaging_emulated").select("person_id").where("user_id", "=", id);
  const person = db.selectFrom("person_messaging").select("person_id").where("user_id", "=", id);
  const owner = (await emulated.executeTakeFirst()) ?? (await person.executeTakeFirst());
  return owner?.person_id;
};

const payerOf = ({ id, first_name, username }: calls.MessagingUser) => ({
  id,
  first_name,
  ...(username !== undefined && { username }),
});

const present = (message: z.output<typeof messageSchema>): calls.ChatMessage => ({
  id: message.message_id,
  isBot: message.from.is_bot,
  text: textOf(message),
  at: message.date,
  buttons: (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text, web_app: { url } }) => ({ text, url })),
});

const textOf = ({
  text,
  successful_payment: paid,
  refunded_payment: refunded,
}: z.output<typeof messageSchema>): string => {
  if (paid) return `Paid ${paid.total_amount} Stars`;
  return refunded ? `${refunded.total_amount} Stars refunded` : text;
};
