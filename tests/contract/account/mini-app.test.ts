/** The messaging app: its sign-in, and its bot's messages. */
import { sql } from "kysely";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { UserInfo } from "../../../resources/account/session.ts";
import type { StarOrder } from "../../../resources/billing/mini-calls.ts";
import { errors } from "../../../resources/declare/errors.ts";
import type { Engines } from "../../../src/cloud/engines/engines.ts";
import { notifyFull, notifyStreaks } from "../../../src/cloud/boost/nodes/notify-nodes.ts";
import { createMessaging, writeInitData } from "../../../src/cloud/account/messaging/service.ts";
import { callerOf } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ageSignIns } from "../../support/account/fresh-signature.ts";
import { patience } from "../../support/patience.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { fake } from "../../support/fake.ts";

let cloud: TestCloud;
let call: ReturnType<typeof callerOf>;
let developer: string;
afterAll(() => expect(cloud.faults).toEqual([]));
beforeAll(async () => {
  cloud = await testCloud({ DEVELOPMENT_PAGES: "on" });
  call = callerOf(cloud.url);
  developer = (await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()))).accessToken;
});

let lastId = 7_000_000_000;
const newUser = (first_name = "Ada") => ({ id: (lastId += 1), first_name });
type User = ReturnType<typeof newUser>;

const answered = async <T>(line: string, body?: unknown): Promise<T> => {
  const answer = await call(line, { token: developer, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as T;
};
const launch = async (user: User, startParam = "") =>
  (await answered<{ initData: string }>("POST /api/auth/dev/messaging/launch", { user, startParam })).initData;
const enter = async (initData: string) => {
  const response = await fetch(`${cloud.url}/api/auth/st-tg`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: initData,
  });
  return (await response.json()) as { code: number | string; message: string; data: { accessToken: string } };
};
const token = async (user: User, startParam?: string) => (await enter(await launch(user, startParam))).data.accessToken;
const personOf = async (accessToken: string) =>
  (await call("GET /api/auth/user", { token: `Bearer ${accessToken}` })).body.data as UserInfo;
const say = (user: User, text: string) => answered("POST /api/auth/dev/messaging/chat", { user, text });
interface Chat {
  readonly items: { readonly isBot: boolean; readonly text: string; readonly buttons: { readonly url: string }[] }[];
}
const chat = async ({ id }: User) => (await answered<Chat>(`GET /api/auth/dev/messaging/chat/${id}`)).items;

describe("signing in through the messaging app", () => {
  it("POST $auth/st-tg accepts raw init data as text and checks its HMAC and age", async () => {
    const user = newUser();
    const good = await launch(user);
    expect((await enter(good)).code).toBe(200);
    const now = Math.floor(Date.now() / 1000);
    const signed = (seconds: number, by: string) =>
      writeInitData({ user: JSON.stringify(user), auth_date: String(now + seconds) }, by);
    const other = signed(0, "123:another-bot");
    for (const wrong of [good.replace("Ada", "Eve"), `${good}&user=x`, other, "", "hash=", "{}"])
      expect(await enter(wrong)).not.toMatchObject({ code: 200 });
    expect(await enter(good.replace("Ada", "Eve"))).toMatchObject({ message: errors.MESSAGING_UNSIGNED.message });
    const own = (await cloudBot()).token;
    expect(await enter(signed(-3500, own))).toMatchObject({ code: 200 });
    expect(await enter(signed(-3700, own))).toMatchObject({ message: errors.MESSAGING_EXPIRED.message });
    expect(await enter(signed(600, own))).toMatchObject({ message: errors.MESSAGING_UNSIGNED.message });
  });

  it("creates one user per messaging account, with a team and without a wallet", async () => {
    const user = newUser("Bob…");
    const data = await launch(user);
    const launches = [data, await launch(user, "once"), await launch(user, "twice")];
    const tokens = (await Promise.all(launches.map(enter))).map((each) => each.data.accessToken);
    const users = await Promise.all(tokens.map(personOf));
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(1);
    expect(users[0]).toMatchObject({ username: "Bob", wallet: null });
    const { body } = await call("GET /api/auth/cooperation/teams", { token: `Bearer ${tokens[0]}` });
    expect((body.data as { items: unknown[] }).items).toHaveLength(1);
    expect((await personOf(await token(newUser("Bob…")))).uid).not.toBe(users[0]!.uid);
  });

  it("init data signs in once, also when copies arrive together or in another encoding", async () => {
    const data = await launch(newUser());
    const reordered = new URLSearchParams([...new URLSearchParams(data)].toReversed()).toString();
    const answers = await Promise.all([data, reordered, data, data].map(enter));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "MESSAGING_USED")).toHaveLength(3);
    expect(await enter(reordered)).toMatchObject({ code: "MESSAGING_USED", message: errors.MESSAGING_USED.message });
  });

  it("the hash of used init data is deleted once it has expired", async () => {
    const { db } = cloud.database;
    await db
      .updateTable("messaging_used")
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    await enter(await launch(newUser()));
    expect(await db.selectFrom("messaging_used").select("hash").execute()).toHaveLength(1);
  });

  it("another launch replaces a fresh signature for a user without a wallet", async () => {
    const user = newUser();
    const withdraw = async (accessToken: string) => {
      const { body } = await call("POST /api/boost/node/tg/create", { token: accessToken, body: {} });
      const { token: node } = body.data as { token: string };
      return call("POST /api/boost/node/withdraw", { token: node, body: { address: "x", amount: "1" } });
    };
    const old = await token(user);
    await ageSignIns(cloud.database.db);
    const refused = await withdraw(old);
    expect([refused.status, refused.body.data]).toEqual([428, { messages: [] }]);
    const answered = await withdraw(await token(user));
    expect([answered.status, answered.body.code]).toEqual([422, "INVALID_INPUT"]);
    expect((await withdraw(old)).status).toBe(428);
  });

  it("exists in development only, for the emulator", async () => {
    expect((await call("GET /api/auth/dev/messaging/chat/1", {})).status).toBe(401);
  });
});

describe("the emulator acts only under the caller's own messaging ids", () => {
  const stranger = async () => {
    const { accessToken } = await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()));
    return (line: string, body?: unknown) => call(line, { token: accessToken, body });
  };
  const refused = { status: 403, body: { code: "EMULATOR_ID_TAKEN" } };

  it("another user can neither launch, write nor pay as a used id, nor read its chat", async () => {
    const user = newUser();
    await say(user, "/start");
    const as = await stranger();
    expect(await as("POST /api/auth/dev/messaging/launch", { user })).toMatchObject(refused);
    expect(await as("POST /api/auth/dev/messaging/chat", { user, text: "/stop" })).toMatchObject(refused);
    const order = await as("POST /api/bill-consume/mini/order", { asset: "STAR", land: String(10n ** 24n) });
    const slug = (order.body.data as StarOrder).invoiceLink.split("$")[1]!;
    expect(await as(`POST /api/auth/dev/messaging/invoice/${slug}/pay`, { user })).toMatchObject(refused);
    expect(await as(`GET /api/auth/dev/messaging/chat/${user.id}`)).toMatchObject({ body: { data: { items: [] } } });
    expect((await chat(user)).length).toBeGreaterThan(0);
  });

  it("no user can launch as an account that signed in outside the emulator", async () => {
    const user = newUser();
    const fields = { user: JSON.stringify(user), auth_date: String(Math.floor(Date.now() / 1000)) };
    expect(await enter(writeInitData(fields, (await cloudBot()).token))).toMatchObject({ code: 200 });
    const as = await stranger();
    expect(await as("POST /api/auth/dev/messaging/launch", { user })).toMatchObject(refused);
    expect(await as(`GET /api/auth/dev/messaging/chat/${user.id}`)).toMatchObject({ body: { data: { items: [] } } });
  });

  it("when two users claim a new id at once, one gets it", async () => {
    const user = newUser();
    const [one, other] = [await stranger(), await stranger()];
    const answers = await Promise.all([one, other].map((as) => as("POST /api/auth/dev/messaging/launch", { user })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "403"]);
  });
});

/** Returns the emulator's token, as the engine stores it. */
const cloudBot = async () => {
  const { openBotSimulator } = await import("../../../src/cloud/devnet/bot/open.ts");
  const { createSecretBox } = await import("../../../src/cloud/kernel/secret-box.ts");
  const bot = openBotSimulator(cloud.database, createSecretBox(cloud.config), pino({ level: "silent" }));
  return { token: await bot.token() };
};

describe("a node of the messaging app", () => {
  it("starts with 10 points/h and a capacity of 100, whichever call joins it", async () => {
    for (const path of ["tg/create", "create"]) {
      const accessToken = await token(newUser());
      const joined = await call(`POST /api/boost/node/${path}`, { token: accessToken, body: {} });
      const { body } = await call("GET /api/boost/node/info", { token: (joined.body.data as { token: string }).token });
      expect(body.data).toMatchObject({ origin: "tg", baseRate: [{ rate: 10 }], capacity: 100, address: null });
    }
  });

  it("The special value t-peaai triggers an extra call with the user's id first, which must be the signed one", async () => {
    const user = newUser();
    const accessToken = await token(user, "t-peaai_in_out");
    const start = (userId: number) =>
      call("POST /api/boost/node/tg/start", { token: accessToken, body: { userId, startParam: "t-peaai_in_out" } });
    expect((await start(user.id + 1)).status).toBe(401);
    expect((await start(user.id)).body).toMatchObject({ code: 200 });
    const row = await cloud.database.db.selectFrom("messaging_start").select("partner").executeTakeFirstOrThrow();
    expect(row.partner).toEqual({ inExchangeCampaignId: "in", outExchangeCampaignId: "out" });
  });

  it("is invited by the start parameter", async () => {
    const inviting = await token(newUser());
    const { body } = await call("GET /api/auth/invitation/code", { token: `Bearer ${inviting}` });
    const { code } = body.data as { code: string };
    const invited = await personOf(await token(newUser(), Buffer.from(code).toString("base64url")));
    const inviter = await personOf(inviting);
    const row = await cloud.database.db
      .selectFrom("person")
      .select("invited_by")
      .where("username", "=", invited.username)
      .where("invited_by", "is not", null)
      .executeTakeFirst();
    expect(row?.invited_by?.replaceAll("-", "")).toBe(inviter.uid);
  });
});

describe("the bot", () => {
  it("/start is answered once, with a button that opens the mini app with the invite code", async () => {
    const user = newUser();
    await say(user, "/start AB23CD45EF");
    const said = await vi.waitFor(async () => {
      const items = await chat(user);
      expect(items).toHaveLength(2);
      return items[1]!;
    }, patience);
    expect(said).toMatchObject({ isBot: true, buttons: [{ url: `${cloud.url}/boost?tgWebAppStartParam=AB23CD45EF` }] });
  });

  it("notifies once per collect that a node is full and once a day that a streak ends, and skips users who sent /stop", async () => {
    const { db } = cloud.database;
    const nodeOf = async (user: User) => {
      const accessToken = await token(user);
      const joined = await call("POST /api/boost/node/tg/create", { token: accessToken, body: {} });
      return (joined.body.data as { token: string }).token;
    };
    const [user, quiet] = [newUser(), newUser()];
    const node = await nodeOf(user);
    await nodeOf(quiet);
    for (const each of [user, quiet]) await say(each, "/start");
    await say(quiet, "/stop");
    await vi.waitFor(async () => expect((await chat(quiet)).at(-1)!.text).toContain("Messages are off"), patience);

    const now = Math.floor(Date.now() / 1000);
    const messaging = createMessaging({
      engines: fake<Engines>({
        database: cloud.database,
        jobs: fake<Engines["jobs"]>({ send: async () => undefined }),
      }),
      auth: {} as never,
      bot: { onCommand: () => undefined },
      log: pino({ level: "silent" }),
      dashboardUrl: () => cloud.url,
    });
    const told = async () => {
      const rows = await db
        .selectFrom("messaging_letter")
        .select("user_id")
        .where("key", "like", "full %")
        .where("user_id", "in", [BigInt(user.id), BigInt(quiet.id)])
        .execute();
      return rows.map(({ user_id }) => Number(user_id));
    };
    await notifyFull(cloud.database, messaging, now + 3600);
    expect(await told()).toEqual([]);
    for (let hours = 11; hours < 14; hours += 1) await notifyFull(cloud.database, messaging, now + hours * 3600);
    expect(await told()).toEqual([user.id]);
    // Points come by the second: a node collected in the second of its creation has collected nothing.
    await vi.waitFor(async () => {
      const collected = await call("PUT /api/boost/node/claim", { token: node });
      expect(Number((collected.body.data as { collected: string }).collected)).toBeGreaterThan(0);
    }, patience);
    await notifyFull(cloud.database, messaging, now + 20 * 3600);
    expect(await told()).toEqual([user.id, user.id]);

    // A streak that ends tonight: in the evening, once, and not for users who have signed in.
    const today = Math.floor(now / 86_400);
    const evening = today * 86_400 + 18 * 3600;
    const streaks = async () => {
      const rows = await db
        .selectFrom("messaging_letter")
        .select("content")
        .where("key", "like", "streak %")
        .where("user_id", "in", [BigInt(user.id), BigInt(quiet.id)])
        .execute();
      return rows.map(({ content }) => JSON.stringify(content));
    };
    const signed = (daysAgo: number, run: number) =>
      sql`insert into boost_sign (node_id, day, run, with_land)
        select id, ${today - daysAgo}, ${run}, false from boost_node`.execute(db);
    await signed(1, 1);
    await notifyStreaks(cloud.database, messaging, evening);
    expect(await streaks()).toEqual([]);
    await sql`update boost_sign set run = 5`.execute(db);
    await notifyStreaks(cloud.database, messaging, evening - 1);
    expect(await streaks()).toEqual([]);
    for (let again = 0; again < 2; again += 1) await notifyStreaks(cloud.database, messaging, evening + again * 600);
    expect(await streaks()).toEqual([expect.stringContaining("5-day streak")]);
    await sql`delete from messaging_letter where key like 'streak %'`.execute(db);
    await signed(0, 6);
    await notifyStreaks(cloud.database, messaging, evening);
    expect(await streaks()).toEqual([]);
  });
});
