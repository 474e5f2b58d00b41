/** The fake Bot API: state in the database, called in-process by the real client. */
import type { Api } from "grammy";
import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import { BotApiError, type BotEngine } from "../../engines/bot/bot.ts";
import { webhookSecretOf } from "../../engines/bot/webhook-secret.ts";
import { addMessage, entitiesOf, messagesOf, userOf } from "./chat.ts";
import { ownAlone, type Owners } from "../../kernel/owners.ts";
import { createDeliveries, hasDueUpdates, queueUpdates } from "./deliveries.ts";
import { openToken } from "./key.ts";
import { methodsOf, type Method } from "./methods.ts";
import { createPayments } from "./payments.ts";

/** A placeholder: calls never leave the process. */
const apiRoot = "http://bot-api.invalid";

/** The messaging app's timeout for pre-checkout queries. */
const answerWithinMs = 10_000;

export const openBotSimulator = (
  database: Pick<Database, "db">,
  encryption: Encryption,
  log: Logger,
  withinMs = answerWithinMs,
  shared?: Owners,
): BotEngine => {
  const { db } = database;
  const owners = shared ?? ownAlone();
  const delivering = owners.define({
    name: "bot",
    wanted: async () => ((await hasDueUpdates(db)) ? [""] : []),
    open: async () => {
      const { deliverSoon, close } = createDeliveries(database, log);
      deliverSoon();
      return { answer: async () => deliverSoon(), close };
    },
  });
  delivering.catch((error: unknown) => log.error({ err: error }, "Bot updates are not delivered"));
  const deliveries = queueUpdates(database, () => {
    const woken = delivering.then(({ call }) => call("", {}));
    woken.catch((error: unknown) => log.warn({ err: error }, "Bot updates are delivered later"));
  });
  const payments = createPayments(database, deliveries, withinMs);
  /** "@group 42" */
  const members = new Set<string>();
  let opening: Promise<{ token: string; methods: Record<string, Method> }> | undefined;
  const opened = () => {
    const mine = (opening ??= openToken(db, encryption).then((token) => ({
      token,
      methods: methodsOf({ db, token, payments, deliveries, members }),
    })));
    // A failed start is retried.
    mine.catch(() => (opening = undefined));
    return mine;
  };
  const token = async (): Promise<string> => (await opened()).token;
  let client: Promise<Api> | undefined;

  return {
    embedded: true,
    token,
    webhookSecret: async () => webhookSecretOf(await token()),
    api: async () => {
      const own = await opened();
      const fetch = (url: string | URL, init?: { readonly body?: unknown }) => answer(own.methods, url, init);
      return (client ??= import("grammy").then((grammy) => new grammy.Api(own.token, { apiRoot, fetch })));
    },
    serveAt: async (url) => {
      const { methods } = await opened();
      await methods["setWebhook"]!({ url, secret_token: webhookSecretOf(await token()) });
    },
    simulator: {
      invoice: payments.find,
      pay: payments.pay,
      join: (chat, userId) => void members.add(`${chat} ${userId}`),
      write: async (payer, text) => {
        await db.transaction().execute(async (trx) => {
          const chat = { id: payer.id, first_name: payer.first_name };
          const message = await addMessage(trx, chat, { from: userOf(payer), text, ...entitiesOf(text) });
          await deliveries.add(trx, { message });
        });
        deliveries.wake();
      },
      messages: (chatId) => messagesOf(db, chatId),
    },
    close: async () => (shared ? undefined : owners.close()),
  };
};

/** Answers a call like the Bot API over HTTP: `…/bot<token>/<method>` with JSON. */
const answer = async (
  methods: Readonly<Record<string, Method>>,
  url: string | URL,
  init?: { readonly body?: unknown },
): Promise<Response> => {
  const name = String(url).split("/").at(-1)!;
  try {
    if (!Object.hasOwn(methods, name)) throw new BotApiError(404, "Not Found");
    const params: unknown = typeof init?.body === "string" && init.body !== "" ? JSON.parse(init.body) : {};
    return Response.json({ ok: true, result: await methods[name]!(params) });
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    return Response.json({ ok: false, error_code: error.code, description: error.message }, { status: error.code });
  }
};
