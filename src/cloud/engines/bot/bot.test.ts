import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Update } from "grammy/types";
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { createSecretBox } from "../../kernel/secret-box.ts";
import type { BotEngine } from "./bot.ts";
import { openBot } from "./open.ts";
import { openBotSimulator } from "../../devnet/bot/open.ts";
import { oneProcess } from "../../../../tests/support/server/owners.ts";

const log = pino({ level: "silent" });
const encryption = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY: "a key of thirty-two letters or so" });
const payer = { id: 77_001, first_name: "Ada" };

/** Uses a separate database by default, and generous timeouts for busy machines. */
const openSimulator = async (on?: TestDatabase, answerWithinMs = patience.timeout): Promise<BotEngine> => {
  const bot = openBotSimulator(on ?? (await testDatabase()), encryption, log, answerWithinMs);
  atFileEnd(bot.close);
  return bot;
};

/** A webhook on a separate port: received updates and its responses. */
const hook = async (onUpdate: (update: Update) => Promise<void> = async () => undefined) => {
  const received: { update: Update; secret: string | undefined }[] = [];
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const update = body as Update;
      received.push({ update, secret: request.headers["x-telegram-bot-api-secret-token"] as string | undefined });
      try {
        await onUpdate(update);
        response.end("ok");
      } catch {
        response.writeHead(500).end();
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atFileEnd(async () => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};

const invoiceOf = async (bot: BotEngine, payload: string, stars = 5): Promise<string> => {
  const api = await bot.api();
  const link = await api.createInvoiceLink("LAND", "Some LAND", payload, "", "XTR", [{ label: "LAND", amount: stars }]);
  expect(link).toMatch(/^https:\/\/t\.me\/\$[\w-]+$/);
  return link.split("$")[1]!;
};
/** Accepts every payment. */
const accepting = (bot: BotEngine) => async (update: Update) => {
  if (update.pre_checkout_query) await (await bot.api()).answerPreCheckoutQuery(update.pre_checkout_query.id, true);
};
const paidIn = ({ update }: { update: Update }) => update.message?.successful_payment;

describe("the fake Bot API", () => {
  it("sends the bot a pre-checkout query before a payment and an update after it, each with the secret", async () => {
    const bot = await openSimulator();
    const { received, url } = await hook(accepting(bot));
    await bot.serveAt(url);
    const slug = await invoiceOf(bot, "order 1");
    expect(await bot.simulator!.invoice(slug)).toEqual({ title: "LAND", description: "Some LAND", stars: 5 });
    expect(await bot.simulator!.pay(slug, payer)).toEqual({ status: "paid" });
    await vi.waitFor(() => expect(received.some(paidIn)).toBe(true), patience);
    const terms = { currency: "XTR", total_amount: 5, invoice_payload: "order 1" };
    expect(received[0]!.update.pre_checkout_query).toMatchObject({ from: payer, ...terms });
    expect(received.map(paidIn).find(Boolean)).toMatchObject({
      ...terms,
      telegram_payment_charge_id: expect.any(String) as string,
    });
    expect(new Set(received.map(({ secret }) => secret))).toEqual(new Set([await bot.webhookSecret()]));
  });

  it("rejects a payment that the bot declines, with the bot's reason", async () => {
    const bot = await openSimulator();
    const { received, url } = await hook(async ({ pre_checkout_query: query }) => {
      if (query) await (await bot.api()).answerPreCheckoutQuery(query.id, false, { error_message: "Sold out." });
    });
    await bot.serveAt(url);
    const slug = await invoiceOf(bot, "order 2");
    expect(await bot.simulator!.pay(slug, payer)).toEqual({ status: "failed", reason: "Sold out." });
    expect(received.filter(paidIn)).toEqual([]);
    await expect(bot.simulator!.pay("nowhere", payer)).rejects.toThrow("INVOICE_INVALID");
  });

  it("rejects a payment while the bot is unreachable", async () => {
    const bot = await openSimulator(undefined, 100);
    const { url } = await hook();
    await bot.serveAt(url);
    const failed = { status: "failed", reason: "The bot did not answer in time." };
    expect(await bot.simulator!.pay(await invoiceOf(bot, "order 5"), payer)).toEqual(failed);
  });

  it("resends an update until it is accepted, also after a restart and from another process", async () => {
    const own = await testDatabase();
    const first = await openSimulator(own);
    let isDown = true;
    const { received, url } = await hook(async (update) => {
      await accepting(first)(update);
      if (isDown && update.message) throw new Error("down");
    });
    await first.serveAt(url);
    expect(await first.simulator!.pay(await invoiceOf(first, "order 3"), payer)).toEqual({ status: "paid" });
    await vi.waitFor(() => expect(received.some(paidIn)).toBe(true), patience);
    await first.close();
    const tries = received.filter(paidIn).length;
    isDown = false;
    const second = await openSimulator(own);
    await second.serveAt(url);
    await vi.waitFor(() => expect(received.filter(paidIn)).toHaveLength(tries + 1), patience);
    expect(new Set(received.filter(paidIn).map(({ update }) => update.update_id)).size).toBe(1);
    await vi.waitFor(
      async () => expect(await (await second.api()).getWebhookInfo()).toMatchObject({ url, pending_update_count: 0 }),
      patience,
    );
    expect(await second.token()).toBe(await first.token());
  });

  it("refunds Stars once, to the payer, and notifies the bot", async () => {
    const bot = await openSimulator();
    const { received, url } = await hook(accepting(bot));
    await bot.serveAt(url);
    await bot.simulator!.pay(await invoiceOf(bot, "order 4"), payer);
    await vi.waitFor(() => expect(received.some(paidIn)).toBe(true), patience);
    const { telegram_payment_charge_id: charge } = received.map(paidIn).find(Boolean)!;
    const api = await bot.api();
    await expect(api.refundStarPayment(1, charge)).rejects.toThrow("CHARGE_ID_INVALID");
    await api.refundStarPayment(payer.id, charge);
    await expect(api.refundStarPayment(payer.id, charge)).rejects.toThrow("CHARGE_ALREADY_REFUNDED");
    await vi.waitFor(
      () =>
        expect(received.map(({ update }) => update.message?.refunded_payment).find(Boolean)).toMatchObject({
          invoice_payload: "order 4",
          telegram_payment_charge_id: charge,
        }),
      patience,
    );
  });

  it("lets users and the bot exchange messages, the bot only after the user has started the chat", async () => {
    const bot = await openSimulator();
    const { received, url } = await hook();
    await bot.serveAt(url);
    const api = await bot.api();
    const user = { id: 77_002, first_name: "Bob" };
    await expect(api.sendMessage(user.id, "Hello?")).rejects.toThrow("chat not found");
    await bot.simulator!.write(user, "/start abc");
    await vi.waitFor(() => expect(received.at(-1)?.update.message?.text).toBe("/start abc"), patience);
    expect(await api.sendMessage(user.id, "Welcome.")).toMatchObject({ chat: { id: user.id }, text: "Welcome." });
    expect(await bot.simulator!.messages(user.id)).toMatchObject([{ text: "/start abc" }, { text: "Welcome." }]);
    expect(await api.getMe()).toMatchObject({ is_bot: true, id: Number((await bot.token()).split(":")[0]) });
  });

  it("returns the errors of the Bot API", async () => {
    const bot = await openSimulator();
    const api = await bot.api();
    await expect(api.createInvoiceLink("LAND", "LAND", "p", "", "USD", [{ label: "LAND", amount: 1 }])).rejects.toThrow(
      "Bad Request",
    );
    await expect(api.createInvoiceLink("LAND", "LAND", "p", "", "XTR", [])).rejects.toThrow("Bad Request");
    await expect(api.answerPreCheckoutQuery("1", true)).rejects.toThrow("too old");
    await expect(api.getMyCommands()).rejects.toThrow("Not Found");
  });
});

describe("a bot of an external Bot API", () => {
  it("is called at its URL with its token, and receives the webhook URL and secret", async () => {
    const calls: { path: string; body: unknown }[] = [];
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        calls.push({ path: request.url!, body });
        response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result: true }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    atFileEnd(async () => void server.close());
    const database = await testDatabase();
    const token = `123456:${"a".repeat(35)}`;
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const bot = await openBot({
      config: { BOT_TOKEN: token, BOT_API_URL: apiUrl },
      database,
      encryption,
      ...oneProcess(),
      log,
    });
    await bot.serveAt("https://cloud.example/bot/webhook");
    expect(calls).toEqual([
      {
        path: `/bot${token}/setWebhook`,
        body: {
          url: "https://cloud.example/bot/webhook",
          secret_token: await bot.webhookSecret(),
          allowed_updates: ["message", "pre_checkout_query"],
        },
      },
    ]);
    expect(await bot.webhookSecret()).toMatch(/^[\w-]{43}$/);
    expect(bot.simulator).toBeUndefined();
    const missing = openBot({
      config: { BOT_TOKEN: undefined, BOT_API_URL: apiUrl },
      database,
      encryption,
      ...oneProcess(),
      log,
    });
    await expect(missing).rejects.toThrow("BOT_API_URL requires BOT_TOKEN");
  });
});
