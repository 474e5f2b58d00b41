/** Methods of the fake Bot API: enough for Star payments, updates and messages. */
import * as z from "zod";
import type { Db } from "../../engines/database/database.ts";
import { BotApiError } from "../../engines/bot/bot.ts";
import { addMessage, messagesOf } from "./chat.ts";
import type { Deliveries } from "./deliveries.ts";
import { botIdOf } from "./key.ts";
import type { Payments } from "./payments.ts";

export type Method = (params: unknown) => Promise<unknown>;

interface Deps {
  readonly db: Db;
  readonly token: string;
  readonly payments: Payments;
  readonly deliveries: Deliveries;
  /** Members of groups and channels: "@group 42". */
  readonly members: ReadonlySet<string>;
}

const invoice = z.object({
  title: z.string().min(1).max(32),
  description: z.string().min(1).max(255),
  payload: z.string().min(1).max(128),
  currency: z.literal("XTR"),
  provider_token: z.literal("").optional(),
  prices: z.tuple([z.object({ label: z.string().min(1), amount: z.int().min(1).max(100_000) })]),
});
const answer = z.discriminatedUnion("ok", [
  z.object({ pre_checkout_query_id: z.string(), ok: z.literal(true) }),
  z.object({ pre_checkout_query_id: z.string(), ok: z.literal(false), error_message: z.string().min(1) }),
]);
const webhook = z.object({ url: z.union([z.literal(""), z.url()]), secret_token: z.string().max(256).optional() });
const message = z.looseObject({ chat_id: z.int(), text: z.string().min(1).max(4096) });

export const methodsOf = ({ db, token, payments, deliveries, members }: Deps): Record<string, Method> => {
  const me = {
    id: botIdOf(token),
    is_bot: true,
    first_name: "Development bot",
    username: "development_bot",
    can_join_groups: false,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  };
  return {
    getMe: async () => me,
    setWebhook: async (params) => {
      const { url, secret_token: secret = "" } = parseParams(webhook, params);
      await db
        .updateTable("bot_key")
        .set({ webhook_url: url || null, webhook_secret: secret })
        .execute();
      await deliveries.retry();
      return true;
    },
    getWebhookInfo: async () => {
      const { webhook_url } = await db.selectFrom("bot_key").select("webhook_url").executeTakeFirstOrThrow();
      const count = db.selectFrom("bot_update").select(({ fn }) => fn.countAll<bigint>().as("count"));
      const { count: waiting } = await count.executeTakeFirstOrThrow();
      return { url: webhook_url ?? "", has_custom_certificate: false, pending_update_count: Number(waiting) };
    },
    createInvoiceLink: async (params) => {
      const { title, description, payload, prices } = parseParams(invoice, params);
      const slug = await payments.createInvoice({ title, description, payload, stars: prices[0].amount });
      return `https://t.me/$${slug}`;
    },
    answerPreCheckoutQuery: async (params) => {
      const answered = parseParams(answer, params);
      await payments.answer(answered.pre_checkout_query_id, answered.ok ? undefined : answered.error_message);
      return true;
    },
    refundStarPayment: async (params) => {
      const charge = z.object({ user_id: z.int(), telegram_payment_charge_id: z.string() });
      const { user_id, telegram_payment_charge_id } = parseParams(charge, params);
      await payments.refund(user_id, telegram_payment_charge_id);
      return true;
    },
    getChatMember: async (params) => {
      const memberParams = z.object({ chat_id: z.union([z.string(), z.int()]), user_id: z.int() });
      const { chat_id: chat, user_id: id } = parseParams(memberParams, params);
      const status = members.has(`${chat} ${id}`) ? "member" : "left";
      return { status, user: { id, is_bot: false, first_name: `User ${id}` } };
    },
    sendMessage: async (params) => {
      const { chat_id: id, ...content } = parseParams(message, params);
      if ((await messagesOf(db, id)).length === 0) throw new BotApiError(400, "Bad Request: chat not found");
      return addMessage(db, { id }, { from: me, ...content });
    },
  };
};

const parseParams = <S extends z.ZodType>(schema: S, params: unknown): z.output<S> => {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new BotApiError(400, `Bad Request: ${issue?.path.join(".") || "parameters"}: ${issue?.message ?? "invalid"}`);
};
