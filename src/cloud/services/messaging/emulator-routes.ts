/** What the emulator asks for in the messaging app's place. Nothing of it is there without the bot's stand-in. */
import * as z from "zod";
import * as calls from "../../../../resources/account/emulator.ts";
import { AppError } from "../../app-error.ts";
import { BotApiError, type BotEngine, type BotStandIn } from "../../engines/bot/bot.ts";
import type { MiniPayments } from "../mini-payments/service.ts";
import { route, type Route } from "../route.ts";
import { writeInitData, type Messaging } from "./service.ts";

interface Parts {
  readonly engine: Pick<BotEngine, "standIn" | "token">;
  readonly messaging: Pick<Messaging, "botName">;
  readonly miniPayments: Pick<MiniPayments, "expireInvoice">;
}

const said = z.object({
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

export const emulatorRoutes = ({ engine, messaging, miniPayments }: Parts): Route[] => {
  const standIn = (): BotStandIn => {
    if (!engine.standIn) throw new AppError("NOT_FOUND");
    return engine.standIn;
  };
  return [
    route(calls.launchMiniApp, async ({ body: { user, startParam } }) => {
      standIn();
      const fields = {
        user: JSON.stringify({ ...user, language_code: "en", allows_write_to_pm: true }),
        auth_date: String(Math.floor(Date.now() / 1000)),
        chat_type: "private",
        ...(startParam !== undefined && startParam !== "" && { start_param: startParam }),
        // Signed for others than the bot; nobody here looks at it.
        signature: "",
      };
      return { initData: writeInitData(fields, await engine.token()), botName: await messaging.botName() };
    }),
    route(calls.miniInvoice, async ({ params }) => {
      const invoice = await standIn().invoice(params["slug"]!);
      if (!invoice) throw new AppError("NOT_FOUND");
      return invoice;
    }),
    route(calls.payMiniInvoice, async ({ params, body }) => {
      try {
        const outcome = await standIn().pay(params["slug"]!, payerOf(body.user));
        return { reason: null, ...outcome };
      } catch (error) {
        if (error instanceof BotApiError) throw new AppError("NOT_FOUND");
        throw error;
      }
    }),
    route(calls.expireMiniInvoice, async ({ db, params }) => {
      if (!(await standIn().invoice(params["slug"]!))) throw new AppError("NOT_FOUND");
      await miniPayments.expireInvoice(db, params["slug"]!);
      return null;
    }),
    route(calls.botChat, async ({ params }) => {
      const id = Number(params["userId"]);
      const rows = Number.isSafeInteger(id) ? await standIn().messages(id) : [];
      return { botName: await messaging.botName(), items: rows.map((row) => present(said.parse(row))) };
    }),
    route(calls.sayToBot, async ({ body: { user, text } }) => {
      await standIn().write(payerOf(user), text);
      return null;
    }),
  ];
};

const payerOf = ({ id, first_name, username }: calls.MessagingUser) => ({
  id,
  first_name,
  ...(username !== undefined && { username }),
});

const present = (message: z.output<typeof said>): calls.ChatMessage => ({
  id: message.message_id,
  isBot: message.from.is_bot,
  text: textOf(message),
  at: message.date,
  buttons: (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text, web_app: { url } }) => ({ text, url })),
});

const textOf = ({ text, successful_payment: paid, refunded_payment: refunded }: z.output<typeof said>): string => {
  if (paid) return `Paid ${paid.total_amount} Stars`;
  return refunded ? `${refunded.total_amount} Stars were given back` : text;
};
