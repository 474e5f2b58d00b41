import { randomInt } from "node:crypto";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { guessesPerDay, taskWaitDefault } from "../../../resources/boost/tasks/task-limits.ts";
import type { BotEngine } from "../../../src/cloud/engines/bot/bot.ts";
import { openBotSimulator } from "../../../src/cloud/devnet/bot/open.ts";
import { botCode } from "../../../src/cloud/boost/tasks/answers.ts";
import type { NodeInfo } from "../../../resources/boost/nodes/node-calls.ts";
import type { Activity, NextOfTask } from "../../../resources/boost/tasks/task-calls.ts";
import { boostWeb, type BoostWeb } from "../../support/billing/boost.ts";
import { dayThatLasts } from "../../support/day.ts";

type Node = Awaited<ReturnType<BoostWeb["join"]>>;

const operatorKey = privateKeyToAccount(generatePrivateKey());

/** The bot engine, which tests can replace. */
const bot = { embedded: true } as BotEngine;
const connect = (changed: Pick<BotEngine, "api" | "embedded">): void => void Object.assign(bot, changed);

let web: BoostWeb;
let operator: string;
beforeAll(async () => {
  web = await boostWeb({ bot }, { OPERATORS: operatorKey.address });
  operator = (await web.signIn(operatorKey)).accessToken;
});

const day = 86_400;
/** Moves the clock away from the day boundary. */
const toNoon = () => web.advance(day - (web.now() % day) + day / 2);
const list = async ({ ask }: Node, name: string): Promise<Activity[]> =>
  (await ask(`GET /node/activities/${name}`)).body.data;
const task = async (node: Node, group: string, id: string): Promise<Activity> =>
  (await list(node, group)).find(({ actId }) => actId === id)!;
const press = async (
  { ask }: Node,
  id: string,
  payment?: "LAND" | "FREE",
): Promise<{ code: unknown; data: NextOfTask }> => (await ask(`POST /node/activities/${id}/next`, { payment })).body;
const info = async ({ ask }: Node): Promise<NodeInfo> => (await ask("GET /node/info")).body.data;
const rateOf = async (node: Node): Promise<number> =>
  (await info(node)).boosts
    .filter(({ start, end }) => start <= web.now() && end > web.now())
    .reduce((sum, { rate }) => sum + rate, 0);
const history = async ({ ask }: Node): Promise<unknown[]> =>
  ((await ask("GET /node/history")).body.data as { content: unknown[] }).content;
/** Uses a new address each time, because limits per address are tested elsewhere. */
const fromAnywhere = () => ({ "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
const land = async ({ teamId }: Node): Promise<bigint> =>
  (await web.ledger.available(web.database.db, teamId)) / 10n ** 18n;

describe("a task", () => {
  it("that is verified goes UNDO → CLAIM → DONE and grants +5 points/h for 24 h once, under ten parallel requests", async () => {
    const node = await web.join();
    expect(await task(node, "tasks_one", "first_project")).toMatchObject({
      actStatus: "UNDO",
      extra: { have: 0, want: 1 },
    });
    expect((await press(node, "first_project")).data).toMatchObject({ next: "REDIRECT", link: "/hosting/new" });
    web.records.projects.set(node.teamId, 1);
    expect(await task(node, "tasks_one", "first_project")).toMatchObject({ actStatus: "CLAIM" });
    const pressed = await Promise.all(Array.from({ length: 10 }, () => press(node, "first_project")));
    expect(pressed.filter(({ data }) => data.next === "CLAIM")).toHaveLength(1);
    expect(pressed.filter(({ data }) => data.next === "COMPLETE")).toHaveLength(9);
    expect(await task(node, "tasks_one", "first_project")).toMatchObject({ actStatus: "DONE" });
    expect(await rateOf(node)).toBe(5);
    web.advance(day);
    expect(await rateOf(node)).toBe(0);
  });

  it("with daily repetition can be done again the next day", async () => {
    // Today's actions are read from the log, which uses the real clock.
    await dayThatLasts(1);
    web.advance(Math.floor(Date.now() / 1000) - web.now());
    const node = await web.join();
    web.advance(60);
    await node.ask("PUT /node/claim");
    expect((await press(node, "daily_collect")).data.next).toBe("CLAIM");
    expect((await press(node, "daily_collect")).data.next).toBe("COMPLETE");
    web.advance(day);
    expect(await task(node, "daily", "daily_collect")).not.toMatchObject({ actStatus: "DONE" });
  });

  it("of a milestone grants its points once, under its own name", async () => {
    const node = await web.join();
    const { inviteCode } = await info(node);
    for (const { userId } of await Promise.all([web.join(inviteCode), web.join(inviteCode)]))
      web.records.unlocked.add(userId);
    expect((await press(node, "invite_milestones_5")).data).toMatchObject({
      next: "COPY",
      activity: { extra: { have: 2, want: 5 } },
    });
    expect((await press(node, "invite_milestones_2")).data.next).toBe("CLAIM");
    expect((await press(node, "invite_milestones_2")).data.next).toBe("COMPLETE");
    expect(await history(node)).toMatchObject([{ valueType: "invite_milestones_2", value: "200" }]);
    expect((await node.ask("GET /node/activities/invite_milestone/count")).body.data).toMatchObject({
      count: 2,
      milestones: [{ status: "DONE" }, { status: "UNDO" }, { status: "UNDO" }],
    });
  });

  it("is listed by its group or its own name; fixed names win over {name}", async () => {
    const node = await web.join();
    expect(await list(node, "stake")).toMatchObject([{ actId: "stake" }]);
    expect((await list(node, "daily")).map(({ actId }) => actId)).toEqual([
      "daily_collect",
      "daily_explore",
      "daily_spin",
    ]);
    expect((await node.ask("GET /node/activities/no_such_name")).status).toBe(404);
    expect((await node.ask("GET /node/activities/daily_sign")).body.data).toMatchObject({ actId: "daily_sign" });
    expect((await node.ask("GET /node/activities/invite_milestone/count")).body.data).toMatchObject({ count: 0 });
  });

  it("is shown to visitors without a node", async () => {
    const shown = (await web.call("GET /api/boost/node/activities/pre_tasks")).body.data;
    expect(shown).toMatchObject([{ actId: "join_boost", actStatus: "UNDO" }]);
    expect(await task(await web.join(), "pre_tasks", "join_boost")).toMatchObject({ actStatus: "CLAIM" });
    expect(await press(await web.join(), "no_such_task")).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the daily sign", () => {
  it("a free check-in gives +1 point/h; with a LAND claim (50,000) +10 × day points/h, at most +70; a gap resets the streak", async () => {
    toNoon();
    const node = await web.join();
    await web.giveLand(node.teamId, 500_000n);
    // A claim paid on the second day runs until the end of the third.
    for (const [paid, rate, running] of [
      [true, 10, 10],
      [true, 20, 20],
      [false, 1, 20],
      [true, 40, 40],
      [true, 50, 50],
      [true, 60, 60],
      [true, 70, 70],
      [true, 70, 70],
    ] as const) {
      const { data } = await press(node, "daily_sign", paid ? "LAND" : "FREE");
      expect(data).toMatchObject({ next: "CLAIM", activity: { reward: { amount: rate } } });
      expect(await rateOf(node)).toBe(running);
      web.advance(day);
    }
    expect(await land(node)).toBe(150_000n);
    const shown = (await node.ask("GET /node/activities/daily_sign")).body.data;
    expect(shown).toMatchObject({
      day: 8,
      signedToday: false,
      items: [{ day: 8, rate: 70, done: true, payment: "LAND" }, {}, {}, {}, {}, {}, {}],
    });
    // The last eight days, newest first: today is not signed yet.
    const today = web.now() - (web.now() % day);
    expect(shown).toMatchObject({ calendar: Array.from({ length: 8 }, (_, back) => today - (back + 1) * day) });
    web.advance(day);
    expect((await press(node, "daily_sign", "FREE")).data.message).toContain("Day 1");
  });

  it("happens once a day, also under concurrent requests; a free one can be upgraded with LAND later that day", async () => {
    toNoon();
    const node = await web.join();
    await web.giveLand(node.teamId, 120_000n);
    const free = await Promise.all(Array.from({ length: 6 }, () => press(node, "daily_sign", "FREE")));
    expect(free.filter(({ data }) => data.next === "CLAIM")).toHaveLength(1);
    expect(await rateOf(node)).toBe(1);
    web.advance(3600);
    const paid = await Promise.all(Array.from({ length: 6 }, () => press(node, "daily_sign", "LAND")));
    expect(paid.filter(({ data }) => data.next === "CLAIM")).toHaveLength(1);
    expect(await rateOf(node)).toBe(10);
    expect(await land(node)).toBe(70_000n);
    expect((await press(node, "daily_sign", "FREE")).data.next).toBe("COMPLETE");
    web.advance(-day);
    expect((await press(node, "daily_sign", "LAND")).data.next).toBe("COMPLETE");
    web.advance(day);
  });

  it("made at 23:58 and again at 00:00 raises the rate once, until the end of the next day (UTC)", async () => {
    web.advance(day - (web.now() % day) - 120);
    const node = await web.join();
    await press(node, "daily_sign", "FREE");
    web.advance(120);
    await press(node, "daily_sign", "FREE");
    expect(await rateOf(node)).toBe(1);
    web.advance(2 * day - 1);
    expect(await rateOf(node)).toBe(1);
    web.advance(1);
    expect(await rateOf(node)).toBe(0);
  });

  it("without the LAND is refused and leaves the day unsigned", async () => {
    toNoon();
    const node = await web.join();
    expect(await press(node, "daily_sign", "LAND")).toMatchObject({ code: 10_002 });
    expect((await node.ask("GET /node/activities/daily_sign")).body.data).toMatchObject({ day: 0, signedToday: false });
    expect(await rateOf(node)).toBe(0);
  });
});

describe("cards", () => {
  it("Capacity +100 = 50,000 LAND; Explore +1 = 2,000; Protect +24 h = 20,000 (replaces, does not stack)", async () => {
    const node = await web.join();
    await web.giveLand(node.teamId, 200_000n);
    const buy = async (name: string, number: number) => (await node.ask("POST /node/cards", { name, number })).body;
    expect((await buy("capacity", 2)).data).toEqual({ land: "100000" });
    expect((await buy("explore", 5)).data).toEqual({ land: "10000" });
    expect((await buy("protect", 1)).data).toEqual({ land: "20000" });
    expect(await info(node)).toMatchObject({ capacity: 500, protectExpiredAt: web.now() + day });
    expect((await node.ask("GET /node/exploration/today")).body.data).toMatchObject({ bought: 5 });
    web.advance(3600);
    await buy("protect", 1);
    expect((await info(node)).protectExpiredAt).toBe(web.now() + day);
    expect(await buy("protect", 2)).toMatchObject({ code: "INVALID_INPUT" });
    expect(await buy("capacity", 2)).toMatchObject({ code: 10_002 });
    expect(await land(node)).toBe(50_000n);
    expect((await info(node)).capacity).toBe(500);
  });

  it("are paid once for one Idempotency-Key", async () => {
    const node = await web.join();
    await web.giveLand(node.teamId, 100_000n);
    const order = { name: "explore", number: 1 };
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => node.ask("POST /node/cards", order, { "idempotency-key": "one order" })),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await land(node)).toBe(98_000n);
  });
});

describe("an exchange account", () => {
  const account = (uid: string, digit: string) => ({ exchange: "binance", uid, address: `0x${digit.repeat(40)}` });
  const name = async ({ ask }: Node, given: object) => (await ask("POST /node/exchange/profile", given)).body;

  it("belongs to one node, and grants its points once an operator approves it", async () => {
    const [node, other] = await Promise.all([web.join(), web.join()]);
    const profile = account("12345678", "a");
    expect((await node.ask("GET /node/exchange/profile")).body.data).toBeNull();
    const named = await Promise.all([name(node, profile), name(other, { ...profile, exchange: "binance" })]);
    expect(named.map(({ code }) => String(code)).toSorted((one, two) => one.localeCompare(two))).toEqual([
      "200",
      "EXCHANGE_TAKEN",
    ]);
    const [first, second] = named[0]!.code === 200 ? [node, other] : [other, node];
    expect((await press(first, "bind_exchange")).data.next).toBe("REDIRECT");
    // Neither the same account in another letter case, nor its deposit address under another user ID.
    expect(await name(second, { ...account("12345679", "A"), address: `0x${"A".repeat(40)}` })).toMatchObject({
      code: "EXCHANGE_TAKEN",
    });
    const path = `/exchange-accounts/${first.nodeId}`;
    expect((await operate(`GET ${path}`)).data).toMatchObject({
      exchange: "binance",
      uid: "12345678",
      status: "PENDING",
    });
    expect((await web.call(`POST /api/boost/operator${path}/approve`, { token: first.accessToken })).status).toBe(404);
    expect((await operate(`POST ${path}/approve`)).code).toBe(200);
    expect((await operate(`POST ${path}/refuse`)).code).toBe("EXCHANGE_ANSWERED");
    expect((await press(first, "bind_exchange")).data.next).toBe("CLAIM");
    expect((await press(first, "bind_exchange")).data.next).toBe("COMPLETE");
    expect(await name(first, account("87654321", "b"))).toMatchObject({ code: "EXCHANGE_APPROVED" });
    expect(await name(second, profile)).toMatchObject({ code: "EXCHANGE_TAKEN" });
    expect(await history(first)).toMatchObject([{ valueType: "bind_exchange_address", value: "100" }]);
    expect(await history(second)).toEqual([]);
  });

  it("that is refused grants nothing and is available to another node", async () => {
    const [node, other] = await Promise.all([web.join(), web.join()]);
    await name(node, account("22345678", "c"));
    await operate(`POST /exchange-accounts/${node.nodeId}/refuse`);
    expect((await node.ask("GET /node/exchange/profile")).body.data).toMatchObject({ status: "REFUSED" });
    expect((await press(node, "bind_exchange")).data.next).toBe("REDIRECT");
    expect(await name(other, account("22345678", "c"))).toMatchObject({ code: 200 });
    expect(await name(node, account("32345678", "d"))).toMatchObject({ code: 200, data: { status: "PENDING" } });
  });

  it("needs a supported exchange, a user ID in its form, and an EVM deposit address", async () => {
    const node = await web.join();
    for (const [given, field] of [
      [{ ...account("12345678", "e"), exchange: "Kraken" }, "exchange"],
      [account("77", "e"), "uid"],
      [account("1234567x", "e"), "uid"],
      [{ ...account("12345678", "e"), exchange: "okx" }, "uid"],
      [{ ...account("12345678", "e"), address: "0xabc" }, "address"],
    ] as const)
      expect(await name(node, given)).toMatchObject({ code: "INVALID_INPUT", data: { [field]: [expect.any(String)] } });
  });
});

/** Calls as the operator: "POST /tasks". */
const operate = async (
  line: string,
  body?: unknown,
): Promise<{ code: unknown; data: { id: string } & Record<string, unknown> }> => {
  const [method, path] = line.split(" ") as [string, string];
  return (await web.call(`${method} /api/boost/operator${path}`, { token: operator, body })).body;
};
const wish = {
  name: "Read our post",
  description: "Open the post and read it.",
  group: "partner_tasks",
  icon: "link",
  proof: "OPENED",
  press: "JUMP_OUT",
  link: "https://example.com/post?from={node}",
  rewardKind: "points",
  rewardAmount: 50,
  kind: "visit_like",
};
const make = async (changes: object = {}) => {
  const { code, data } = await operate("POST /tasks", { ...wish, ...changes });
  expect(code, JSON.stringify(data)).toBe(200);
  return data;
};

describe("an operator's task", () => {
  it("without verification says so, and can be claimed a few seconds after opening", async () => {
    const { id } = await make();
    const node = await web.join();
    expect(await task(node, "partner_tasks", id)).toMatchObject({
      actStatus: "UNDO",
      extra: { onTrust: true, readyAt: null },
    });
    const opened = await press(node, id);
    expect(opened.data).toMatchObject({
      next: "JUMP_OUT",
      link: `https://example.com/post?from=${node.nodeId.replaceAll("-", "")}`,
    });
    expect(opened.data.activity.extra.readyAt).toBe(web.now() + taskWaitDefault);
    web.advance(taskWaitDefault - 1);
    expect((await press(node, id)).data).toMatchObject({
      next: "JUMP_OUT",
      message: "Come back in 1 second to claim the reward.",
    });
    web.advance(1);
    expect(await task(node, "visit_like", id)).toMatchObject({ actStatus: "CLAIM" });
    expect((await press(node, id)).data.next).toBe("CLAIM");
    expect(await history(node)).toMatchObject([{ valueType: "visit_like", value: "50", name: "Read our post" }]);
    expect((await operate(`GET /tasks/${id}`)).data).toMatchObject({ done: 1, state: "online", reward: "50 points" });
  });

  it("grants spins, or a rate for one day", async () => {
    const { id } = await make({ proof: "JOINED", rewardKind: "spin", rewardAmount: 3 });
    const node = await web.join();
    const spins = async () => (await node.ask("GET /node/spin/random")).body.data as { remainSpins: number };
    const before = (await spins()).remainSpins;
    expect((await press(node, id)).data).toMatchObject({ next: "SPIN", message: "You earned 3 spins." });
    expect((await spins()).remainSpins).toBe(before + 3);
  });

  it("of membership is verified with the Bot API if a bot is connected", async () => {
    const bot = openBotSimulator(web.database, web.box, pino({ level: "silent" }));
    connect({ embedded: false, api: bot.api });
    const { id } = await make({
      proof: "MEMBER",
      chat: "@freehold_news",
      link: "https://t.me/freehold_news",
      kind: "tg_subscribe_channel",
    });
    const [node, stranger] = await Promise.all([web.join(), web.join()]);
    await web.database.db.insertInto("person_messaging").values({ person_id: node.userId, user_id: 4242n }).execute();
    expect(await task(node, "partner_tasks", id)).toMatchObject({ actStatus: "UNDO", extra: { onTrust: false } });
    web.advance(day);
    expect((await press(stranger, id)).data).toMatchObject({
      next: "JUMP_OUT",
      message: expect.stringContaining("messaging app"),
    });
    expect((await press(node, id)).data).toMatchObject({
      next: "JUMP_OUT",
      message: "Join, then try again to claim the reward.",
    });
    bot.simulator!.join("@freehold_news", 4242);
    expect((await press(node, id)).data.next).toBe("CLAIM");
    expect((await press(node, id)).data.next).toBe("COMPLETE");
    expect(await task(node, "partner_tasks", id)).toMatchObject({ actStatus: "DONE" });
    connect({ embedded: false, api: () => Promise.reject(new Error("The Bot API does not answer.")) });
    expect((await press(node, id)).code).toBe("MEMBERSHIP_UNKNOWN");
    connect({ embedded: true, api: bot.api });
    const another = await web.join();
    expect(await task(another, "partner_tasks", id)).toMatchObject({ extra: { onTrust: true } });
    await press(another, id);
    web.advance(taskWaitDefault);
    expect((await press(another, id)).data.next).toBe("CLAIM");
  });

  it("with a secret word is completed by the word once, in any letter case; wrong words are counted", async () => {
    const made = await make({ proof: "WORD", secret: "Open  Sesame", press: "REDIRECT", link: undefined });
    expect(JSON.stringify(made).toLowerCase()).not.toContain("sesame");
    const node = await web.join();
    const say = async (content: string) => (await node.ask("POST /activity/mystery", { content }, fromAnywhere())).body;
    expect((await say("sesame")).data).toMatchObject({ correct: false });
    const said = await Promise.all([say(" open sesame"), say("OPEN SESAME ")]);
    expect(said.map(({ data }) => (data as { message: string }).message).toSorted()).toEqual([
      "Correct, but you have already claimed this reward.",
      "Correct. You earned 50 points.",
    ]);
    expect(await history(node)).toHaveLength(1);
    await web.database.db
      .updateTable("boost_guess")
      .set({ wrong: guessesPerDay - 1 })
      .where("node_id", "=", node.nodeId)
      .execute();
    await say("barley");
    expect(await say("open sesame")).toMatchObject({ code: "TOO_MANY_GUESSES" });
    web.advance(day);
    expect((await say("open sesame")).data).toMatchObject({ correct: true });
    await operate(`DELETE /tasks/${made.id}`);
    expect((await say("open sesame")).data).toMatchObject({ correct: false });
  });

  it("of a partner's bot is completed once, by the code that the bot gives to this node", async () => {
    const { id } = await make({ proof: "CODE", secret: "shared with the bot", link: "https://t.me/bot?start={node}" });
    const [node, other] = await Promise.all([web.join(), web.join()]);
    const prove = async ({ ask }: Node, code: string) =>
      (await ask("POST /node/valid/tg/play/bot", { code }, fromAnywhere())).body.data;
    const code = botCode("shared with the bot", node.nodeId);
    expect(await prove(other, code)).toEqual({ valid: false });
    expect(await prove(node, code.toUpperCase())).toEqual({ valid: true });
    expect(await prove(node, code)).toEqual({ valid: false });
    expect(await history(node)).toHaveLength(1);
    // If left empty, the secret is unchanged.
    await operate(`PUT /tasks/${id}`, { ...wish, proof: "CODE", press: "JUMP_OUT" });
    expect(await prove(other, botCode("shared with the bot", other.nodeId))).toEqual({ valid: true });
  });

  it("with an allowlist is for the wallets on it", async () => {
    const [node, other] = await Promise.all([web.join(), web.join()]);
    const { id } = await make({
      proof: "LISTED",
      addresses: `${node.account.address}\n0x${"1".repeat(40)}`,
      press: "REDIRECT",
      link: "/boost",
      kind: "white_list_4",
    });
    expect((await press(other, id)).data.next).toBe("REDIRECT");
    expect((await press(node, id)).data.next).toBe("CLAIM");
    expect(await history(node)).toMatchObject([{ valueType: "white_list_4" }]);
  });

  it("is hidden before its start and after its end, and only operators can change it", async () => {
    const { id } = await make({ startsAt: web.now() + 10, endsAt: web.now() + 20 });
    const node = await web.join();
    for (const [seconds, isThere] of [
      [0, false],
      [10, true],
      [10, false],
    ] as const) {
      web.advance(seconds);
      expect((await task(node, "partner_tasks", id)) !== undefined).toBe(isThere);
      expect((await press(node, id)).code).toBe(isThere ? 200 : "NOT_FOUND");
    }
    const asPerson = await web.call("GET /api/boost/operator/tasks", { token: node.accessToken });
    expect(asPerson.status).toBe(404);
  });

  it("with inconsistent fields is refused, field by field", async () => {
    const wrong = [
      [{ link: "javascript:alert(1)" }, "link"],
      [{ press: "REDIRECT", link: "//evil.example" }, "link"],
      [{ proof: "WORD" }, "secret"],
      [{ proof: "LISTED", addresses: "nobody" }, "addresses"],
      [{ proof: "MEMBER", chat: "https://t.me/x" }, "chat"],
      [{ rewardAmount: 0 }, "rewardAmount"],
      [{ startsAt: 20, endsAt: 10 }, "endsAt"],
    ] as const;
    for (const [changes, field] of wrong)
      expect(await operate("POST /tasks", { ...wish, ...changes })).toMatchObject({
        code: "INVALID_INPUT",
        data: { [field]: [expect.any(String)] },
      });
  });
});

describe("a project", () => {
  const project = {
    name: "Otter",
    description: "A partner.",
    pointsEach: "25.5",
    pointsPot: "51",
    usdEach: "0.25",
    usdPot: "10",
  };
  const claim = async ({ ask }: Node, projectId: string, type: string) =>
    (await ask("POST /node/project/points/claim", { projectId, type })).body;

  it("gives points or USDT to each node once, even in parallel, within its budget and dates", async () => {
    const endsAt = web.now() + 1000;
    const { id } = (await operate("POST /projects", { ...project, endsAt })).data;
    const nodes = await Promise.all([web.join(), web.join(), web.join()]);
    const [first] = nodes;
    const claimed = await Promise.all([first, ...nodes, first].map((node) => claim(node, id, "POINTS")));
    expect(claimed.filter(({ code }) => code === 200)).toHaveLength(2);
    expect((await operate(`GET /projects/${id}`)).data).toMatchObject({ pointsGiven: "51", usdGiven: "0" });
    expect((await claim(first, id, "USDT")).data).toEqual({ amount: "0.25" });
    expect(await claim(first, id, "USDT")).toMatchObject({ code: "BOOST_PROJECT_CLAIMED" });
    expect((await first.ask("GET /node/usdt")).body.data).toMatchObject({ balance: "0.25" });
    expect((await first.ask("GET /node/project/points")).body.data).toMatchObject({ usd: "0.25" });
    expect((await web.call("GET /api/boost/node/project/list")).body.data).toMatchObject([
      {
        projectId: id,
        claims: [
          { status: "UNDO", reason: "EMPTY" },
          { status: "UNDO", reason: null },
        ],
      },
    ]);
    expect((await first.ask(`GET /node/project/${id}`)).body.data).toMatchObject({
      claims: [{ type: "POINTS" }, { type: "USDT", status: "DONE" }],
    });
    expect(await operate(`DELETE /projects/${id}`)).toMatchObject({ code: "BOOST_PROJECT_USED" });
    expect(
      await operate(`PUT /projects/${id}`, { ...project, endsAt, pointsEach: "1", pointsPot: "50" }),
    ).toMatchObject({ code: "INVALID_INPUT" });
    web.advance(1000);
    expect(await claim(nodes[1], id, "USDT")).toMatchObject({ code: "BOOST_PROJECT_NOT_OPEN" });
    expect((await web.call("GET /api/boost/node/project/list")).body.data).toEqual([]);
  });

  it("can require a minimum number of points", async () => {
    const { id } = (await operate("POST /projects", { ...project, leastPoints: "10", endsAt: web.now() + 10_000 }))
      .data;
    const node = await web.join();
    expect(await claim(node, id, "USDT")).toMatchObject({ code: "BOOST_PROJECT_NEEDS_POINTS" });
    web.advance(1200);
    await node.ask("PUT /node/claim");
    expect((await claim(node, id, "USDT")).code).toBe(200);
  });
});

describe("an airdrop", () => {
  it("is announced, and shared by the points at its snapshot without exceeding its total", async () => {
    const nodes = await Promise.all([web.join(), web.join(), web.join()]);
    const [one, two, none] = nodes;
    const airdropOf = async ({ ask }: Node) =>
      (await ask("GET /node/airdrop")).body.data as Record<string, string | number | null>;
    expect(await airdropOf(none)).toMatchObject({ name: null, snapshotAt: null, total: null, share: null });
    for (const [node, seconds] of [
      [one, 600],
      [two, 300],
    ] as const) {
      await node.ask("PUT /node/claim");
      web.advance(seconds);
      await node.ask("PUT /node/claim");
    }
    const snapshotAt = Math.max(web.now(), Math.floor(Date.now() / 1000) + 5) + 100;
    const { id } = (await operate("POST /airdrops", { name: "FREE tokens", total: "1000.000001", snapshotAt })).data;
    expect(await airdropOf(one)).toMatchObject({ name: "FREE tokens", snapshotAt, total: "1000.000001", share: null });
    web.advance(snapshotAt + 60 - web.now());
    await Promise.all(nodes.map(airdropOf));
    const counted = (await operate("GET /airdrops")).data as { items?: unknown };
    const items = counted.items as { shared: string; state: string }[];
    expect(items[0]).toMatchObject({ state: "counted" });
    expect(Number(items[0]!.shared)).toBeLessThanOrEqual(1000.000001);
    const [second, first, third] = await Promise.all(nodes.map(airdropOf));
    expect(Number(first!["share"])).toBeGreaterThan(Number(second!["share"]));
    expect(Number(first!["share"]) / Number(first!["points"])).toBeCloseTo(
      Number(second!["share"]) / Number(second!["points"]),
      5,
    );
    expect(third).toMatchObject({ share: "0", points: "0" });
    expect(
      await operate(`PUT /airdrops/${id}`, { name: "More", total: "5000", snapshotAt: web.now() + 1000 }),
    ).toMatchObject({ code: "AIRDROP_FROZEN" });
    expect(await operate(`DELETE /airdrops/${id}`)).toMatchObject({ code: "AIRDROP_FROZEN" });
  });

  it("is paid out by one export, each share exactly once", async () => {
    const nodes = await Promise.all([web.join(), web.join(), web.join()]);
    web.advance(Math.max(0, Math.floor(Date.now() / 1000) - web.now()) + 3600);
    for (const { ask } of nodes) await ask("PUT /node/claim");
    const snapshotAt = web.now() + 100;
    const { id } = (await operate("POST /airdrops", { name: "Paid tokens", total: "900", snapshotAt })).data;
    expect((await operate(`POST /airdrops/${id}/payout`)).code).toBe("AIRDROP_NOT_COUNTED");
    web.advance(160);
    await operate("GET /airdrops");
    const without = web.database.db.updateTable("person").where("id", "=", nodes[2].userId);
    await without.set({ address: null, wallet_type: null }).execute();
    const linesOf = ({ code, data }: Awaited<ReturnType<typeof operate>>) =>
      code === 200 ? (data as unknown as string).trim().split("\r\n").slice(1) : [];
    const exported = await Promise.all([1, 2, 3].map(() => operate(`POST /airdrops/${id}/payout`)));
    const lines = exported.flatMap(linesOf);
    const shares = await web.database.db
      .selectFrom("boost_airdrop_share")
      .select(["share"])
      .where("airdrop_id", "=", id)
      .where("share", ">", "0")
      .execute();
    expect(lines).toHaveLength(shares.length - 1);
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(lines.length);
    // A node without a wallet is paid once it has one.
    await without.set({ address: nodes[2].account.address, wallet_type: "EVM" }).execute();
    expect(linesOf(await operate(`POST /airdrops/${id}/payout`))).toEqual([
      expect.stringContaining(nodes[2].account.address),
    ]);
    expect((await operate(`POST /airdrops/${id}/payout`)).code).toBe("AIRDROP_PAID");
    expect((await operate(`GET /airdrops/${id}`)).data).toMatchObject({ paid: shares.length });
    // A lost file can be downloaded again.
    const again = linesOf(await operate(`POST /airdrops/${id}/paid-shares`));
    expect(again).toHaveLength(shares.length);
    expect(again.filter((line) => lines.some((one) => line.startsWith(`${one},`)))).toHaveLength(lines.length);
    expect(linesOf(await operate(`POST /airdrops/${id}/paid-shares`))).toEqual(again);
  });

  it("excludes invitees that do not count, and what their inviter earned from them", async () => {
    const inviter = await web.join();
    const { inviteCode } = await info(inviter);
    const [pending, counted] = await Promise.all([web.join(inviteCode), web.join(inviteCode)]);
    web.records.unlocked.add(counted.userId);
    web.advance(Math.max(0, Math.floor(Date.now() / 1000) - web.now()) + 3600);
    for (const { ask } of [pending, counted, inviter]) await ask("PUT /node/claim");
    const snapshotAt = web.now() + 100;
    await operate("POST /airdrops", { name: "For real users", total: "1000", snapshotAt });
    web.advance(160);
    const shareOf = async ({ ask }: Node) => (await ask("GET /node/airdrop")).body.data;
    const total = Number((await info(inviter)).totalPoint);
    expect(Number((await info(pending)).totalPoint)).toBeGreaterThan(30);
    expect(await shareOf(pending)).toMatchObject({ share: "0", points: "0" });
    expect(Number(((await shareOf(counted)) as { share: string }).share)).toBeGreaterThan(0);
    // 5% of one invitee, not of both.
    expect(total - Number(((await shareOf(inviter)) as { points: string }).points)).toBeCloseTo(
      total - 30 - (total - 30) / 2,
      1,
    );
  });
});
