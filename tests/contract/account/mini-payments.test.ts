/** LAND for Toncoin and Stars on a full server: local chain, Bot API emulator, webhook and ledger. */
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { MiniOrderStatus } from "../../../resources/billing/mini-limits.ts";
import type { StarOrder, ToncoinOrder } from "../../../resources/billing/mini-calls.ts";
import type { BotEngine } from "../../../src/cloud/engines/bot/bot.ts";
import { openBotSimulator } from "../../../src/cloud/devnet/bot/open.ts";
import { audit } from "../../../src/cloud/billing/ledger/audit.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { callerOf } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { newOwner } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { tons, tonWalletAt } from "../../support/chains/ton.ts";

const operator = privateKeyToAccount(generatePrivateKey());
let cloud: TestCloud;
/** The messaging app, in which users pay. */
let bot: BotEngine;
beforeAll(async () => {
  cloud = await testCloud({ OPERATORS: operator.address }, { newcomers: true });
  const { config, database } = cloud;
  bot = openBotSimulator(database, createSecretBox(config), pino({ level: "silent" }), patience.timeout);
  atFileEnd(bot.close);
});

const million = 1_000_000n * 10n ** 18n;
const newUser = async (key?: Parameters<typeof newOwner>[1]) => {
  const user = await newOwner(cloud.url, key);
  return {
    ...user,
    order: <O>(asset: "TON" | "STAR", millions: bigint) =>
      user.data<O>("POST /api/bill-consume/mini/order", { asset, land: String(millions * million) }),
    status: async (orderId: string) =>
      (await user.data<{ status: MiniOrderStatus }>(`GET /api/bill-consume/mini/order/${orderId}`)).status,
    land: async () => BigInt((await user.data<{ land: string }>("GET /api/bill-consume/assets")).land),
    deposits: async () => (await user.data<{ items: object[] }>("GET /api/bill-consume/assets/record/list")).items,
  };
};
const toncoin = async (user: Awaited<ReturnType<typeof newUser>>, millions: bigint) =>
  user.order<ToncoinOrder>("TON", millions);
const until = (check: () => Promise<void>) => vi.waitFor(check, patience);

/** Creates a wallet with 100 TON. */
const payer = async () => {
  const wallet = tonWalletAt(cloud.url);
  const { call } = await newOwner(cloud.url);
  expect(await call("POST /api/resource/faucet/ton", { body: { address: wallet.address } })).toMatchObject({
    status: 200,
  });
  return wallet;
};

describe("LAND for toncoin", () => {
  it("Toncoin (default): connect the wallet if needed, then send a transaction valid for 60 seconds.", async () => {
    const [user, wallet] = [await newUser(), await payer()];
    const before = Math.floor(Date.now() / 1000);
    const order = await toncoin(user, 5n);
    const after = Math.floor(Date.now() / 1000);
    // 5 dollars plus 5%, at 3 dollars per coin.
    expect(order).toMatchObject({ amountNano: "1750000000", comment: `land:${order.orderId}`, network: "-3" });
    expect(order.validUntil).toBeGreaterThanOrEqual(before + 60);
    expect(order.validUntil).toBeLessThanOrEqual(after + 60);
    expect(await user.status(order.orderId)).toBe("WAITING");
    const { destination: to, comment, validUntil } = order;
    await wallet.pay({ to, nano: BigInt(order.amountNano), comment, validUntil });
    await until(async () => expect(await user.status(order.orderId)).toBe("PAID"));
    expect(await user.land()).toBe(5n * million);
    expect(await user.deposits()).toMatchObject([
      { network: "TON", status: "CREDITED", amountType: "TON", landAmount: String(5n * million) },
    ]);
    expect(await user.data("GET /api/bill-consume/common/first/recharge")).toMatchObject({ firstRecharge: true });
  });

  it("is credited from the chain alone, once, by its comment and for at least its amount; other payments wait for an operator", async () => {
    const [user, wallet, boss] = [await newUser(), await payer(), await newUser(operator)];
    const [order, other] = [await toncoin(user, 1n), await toncoin(user, 1n)];
    const { destination: to, comment } = order;
    const nano = BigInt(order.amountNano);
    await wallet.pay({ to, nano: nano - 1n, comment });
    await wallet.pay({ to, nano, comment: `${comment} ` });
    await wallet.pay({ to, nano, comment: "land:" });
    await wallet.pay({ to, nano });
    await wallet.pay({ to: wallet.address, nano, comment });
    await wallet.pay({ to, nano: nano + 5n, comment });
    await wallet.pay({ to, nano, comment });
    await wallet.pay({ to, nano, comment: other.comment });
    // The last one is processed, so the earlier ones are too.
    await until(async () => expect(await user.status(other.orderId)).toBe("PAID"));
    expect(await user.status(order.orderId)).toBe("PAID");
    expect(await user.land()).toBe(2n * million);
    const { items } = await boss.data<{ items: { land: string; account: string }[] }>(
      "GET /api/bill-consume/operator/deposits?status=SUSPENSE",
    );
    // To a millionth of LAND: the other payment is one nanoton short.
    const lands = items.map(({ land }) => String(BigInt(land) / 10n ** 12n));
    expect(lands.toSorted()).toEqual(["1000000000000", "999999997142"].toSorted());
    expect(new Set(items.map(({ account }) => account))).toEqual(new Set([`0x${"00".repeat(32)}`]));
  });

  it("is credited after its expiry too, marked as late; an unpaid order expires", async () => {
    const [user, wallet] = [await newUser(), await payer()];
    const [late, unpaid] = [await toncoin(user, 2n), await toncoin(user, 2n)];
    for (const { orderId } of [late, unpaid])
      await cloud.database.pool.query(
        "update mini_order set valid_until = now() - interval '10 minutes' where id = $1",
        [orderId],
      );
    expect(await user.status(late.orderId)).toBe("EXPIRED");
    await wallet.pay({ to: late.destination, nano: BigInt(late.amountNano), comment: late.comment });
    await until(async () => expect(await user.status(late.orderId)).toBe("LATE"));
    expect(await user.status(unpaid.orderId)).toBe("EXPIRED");
    expect(await user.land()).toBe(2n * million);
  });
});

describe("Boost's invoice", () => {
  it("is one in Stars, 20% off, for LAND of the requested value", async () => {
    const user = await newUser();
    const { token } = await user.data<{ token: string }>("POST /api/boost/node/create", {});
    const ask = (targetValue: number) =>
      callerOf(cloud.url)("POST /api/boost/node/tg/payment/invoice", { token, body: { targetValue } });
    const link = (await ask(2.5)).body.data as string;
    expect(await bot.simulator!.invoice(link.split("$")[1]!)).toMatchObject({ title: "2,500,000 LAND", stars: 154 });
    expect((await ask(0.5)).status).toBe(422);
    expect((await ask(160.01)).status).toBe(422);
  });
});

describe("LAND for Stars", () => {
  const ada = { id: 501, first_name: "Ada" };
  const stars = async (user: Awaited<ReturnType<typeof newUser>>, millions: bigint) => {
    const order = await user.order<StarOrder>("STAR", millions);
    return { ...order, slug: order.invoiceLink.split("$")[1]! };
  };
  const paymentOf = async (slug: string) =>
    (await cloud.database.db.selectFrom("bot_payment").selectAll().where("slug", "=", slug).execute()).map(
      ({ status }) => status,
    );

  it("Star: an invoice is created and opened; the payment is credited once, also under repeated updates", async () => {
    const user = await newUser();
    const order = await stars(user, 5n);
    // 5 dollars minus 20%, at 0.013 dollars per Star.
    expect(order.stars).toBe(308);
    expect(await bot.simulator!.invoice(order.slug)).toMatchObject({ title: "5,000,000 LAND", stars: 308 });
    expect(await user.status(order.orderId)).toBe("WAITING");
    expect(await bot.simulator!.pay(order.slug, ada)).toEqual({ status: "paid" });
    await until(async () => expect(await user.status(order.orderId)).toBe("PAID"));
    const { payment } = await user.data<{ payment: string }>(`GET /api/bill-consume/mini/order/${order.orderId}`);
    const paid = {
      currency: "XTR",
      total_amount: 308,
      invoice_payload: `land:${order.orderId}`,
      telegram_payment_charge_id: payment,
      provider_payment_charge_id: "",
    };
    const again = { message_id: 1, date: 1, chat: { type: "private", ...ada }, from: ada, successful_payment: paid };
    expect(await tell({ update_id: 1, message: again }, await bot.webhookSecret())).toBe(200);
    expect(await user.land()).toBe(5n * million);
    expect(await user.deposits()).toMatchObject([
      { network: "Stars", status: "CREDITED", amountType: "STAR", txHash: payment },
    ]);
  });

  it("a cancelled invoice is not credited, and a paid or expired one can't be paid again", async () => {
    const user = await newUser();
    const [cancelled, twice, old] = [await stars(user, 1n), await stars(user, 1n), await stars(user, 1n)];
    expect(await bot.simulator!.pay(twice.slug, ada)).toEqual({ status: "paid" });
    await until(async () => expect(await user.status(twice.orderId)).toBe("PAID"));
    expect(await bot.simulator!.pay(twice.slug, ada)).toMatchObject({
      status: "failed",
      reason: "This order is already paid.",
    });
    await cloud.database.pool.query("update mini_order set valid_until = now() - interval '1 second' where id = $1", [
      old.orderId,
    ]);
    expect(await bot.simulator!.pay(old.slug, ada)).toMatchObject({ status: "failed" });
    expect(await user.status(old.orderId)).toBe("EXPIRED");
    expect(await user.status(cancelled.orderId)).toBe("WAITING");
    expect(await user.land()).toBe(million);
  });

  it("two users who pay one invoice at once pay once: the second payment is refunded", async () => {
    const user = await newUser();
    const { slug, orderId } = await stars(user, 3n);
    await Promise.all([ada, { id: 502, first_name: "Bob" }].map((each) => bot.simulator!.pay(slug, each)));
    await until(async () => {
      const ended = (await paymentOf(slug)).toSorted();
      expect(["PAID,REFUNDED", "PAID,REFUSED"]).toContain(ended.join());
    });
    await until(async () => expect(await user.status(orderId)).toBe("PAID"));
    expect(await user.land()).toBe(3n * million);
  });

  it("refunds deduct the LAND", async () => {
    const [user, boss] = [await newUser(), await newUser(operator)];
    const { slug, orderId } = await stars(user, 4n);
    const path = `POST /api/bill-consume/operator/mini/order/${orderId}/refund` as const;
    expect((await boss.call(path, { token: boss.token })).body).toMatchObject({ code: "ORDER_NOT_PAID" });
    await bot.simulator!.pay(slug, ada);
    await until(async () => expect(await user.land()).toBe(4n * million));
    expect((await user.call(path, { token: user.token })).status).toBe(404);
    expect((await boss.call(path, { token: boss.token })).status).toBe(200);
    expect(await user.status(orderId)).toBe("REFUNDED");
    expect(await user.land()).toBe(0n);
    expect(await user.deposits()).toMatchObject([{ status: "REVERSED" }]);
    expect(await paymentOf(slug)).toEqual(["REFUNDED"]);
    expect((await boss.call(path, { token: boss.token })).body).toMatchObject({ code: "ORDER_NOT_PAID" });
    expect((await audit(cloud.database.db)).isSound).toBe(true);
  });

  it("accepts updates only with the webhook secret", async () => {
    const secret = await bot.webhookSecret();
    for (const wrong of [undefined, "", "x".repeat(secret.length), secret.slice(1), `${secret}x`])
      expect(await tell({ update_id: 2 }, wrong)).toBe(401);
    expect(await tell({ update_id: 2 }, secret)).toBe(200);
    expect(await tell({ message: {} }, secret)).toBe(400);
  });

  const tell = async (update: object, secret: string | undefined): Promise<number> => {
    const answer = await fetch(`${cloud.url}/bot/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(secret !== undefined && { "x-telegram-bot-api-secret-token": secret }),
      },
      body: JSON.stringify(update),
    });
    return answer.status;
  };
});

describe("an order", () => {
  it("belongs to its user, has a claimable amount and one invoice", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { orderId } = await toncoin(user, 1n);
    await expect(other.status(orderId)).rejects.toThrow();
    const ask = async (body: object) =>
      (await user.call("POST /api/bill-consume/mini/order", { token: user.token, body })).body;
    for (const land of ["0", "1", String(million - 1n), String(million + 1n), String(100_000n * million), "-1", "1e24"])
      expect(await ask({ asset: "TON", land })).toMatchObject({ code: "INVALID_INPUT" });
    expect(await ask({ asset: "STAR", land: String(99_999n * million) })).toMatchObject({ code: "STARS_TOO_MANY" });
    expect(await ask({ asset: "BTC", land: String(million) })).toMatchObject({ code: "INVALID_INPUT" });
    expect(await ask({ asset: "TON", land: String(99_999n * million) })).toMatchObject({
      data: { amountNano: String(tons("34999.65")) },
    });
    expect(cloud.faults).toEqual([]);
  });
});
