import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { movePoints } from "../../../src/cloud/boost/point-log.ts";
import { newOwner } from "../../support/account/owner.ts";
import { callerOf } from "../../support/server/api.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { boostWeb, type BoostNode, type BoostWeb } from "../../support/billing/boost.ts";

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb({ bot: { embedded: true } as never });
});

const codeOf = async ({ data }: BoostNode): Promise<string> =>
  (await data<{ inviteCode: string }>("GET /node/info")).inviteCode;
const boostsOf = async ({ data }: BoostNode): Promise<readonly { rate: number }[]> =>
  (await data<{ boosts: { rate: number }[] }>("GET /node/info")).boosts;
const collect = ({ data }: BoostNode) => data<{ collected: string; totalPoint: string }>("PUT /node/claim");

test("An invite code gives +10 points/h for 24 h; an inviter earns 5% of every invitee's points", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  const invitee = await web.join(` ${code.toLowerCase()} `);
  expect(await invitee.data("GET /node/info")).toMatchObject({
    boosts: [{ rate: 10, start: web.now(), end: web.now() + 86_400 }],
    preActivities: ["invite"],
  });
  // Before the hour passes, which may end the day.
  const invites = { daily: 1, invited: 1, counted: 0, inviteCode: code };
  expect(await inviter.data("GET /node/invite/info")).toEqual({ ...invites, link: `${web.url}/?inviteCode=${code}` });
  expect(await inviter.data("GET /node/invite/tg/info")).toEqual({
    ...invites,
    link: `${web.url}/dev/emulator?start=${code}`,
  });
  web.advance(3600);
  expect(await collect(invitee)).toMatchObject({ collected: "40", totalPoint: "40" });
  expect(await inviter.data("GET /node/history")).toMatchObject({
    content: [{ valueType: "invite", value: "2", explorerAddress: invitee.account.address, isNote: false }],
    total: 1,
  });
  expect(await inviter.data("GET /node/info")).toMatchObject({ totalPoint: "2", claimable: "30" });
  expect(await inviter.data("GET /node/invite/history")).toMatchObject({
    content: [{ address: invitee.account.address, points: "2", counted: false, collectDays: 1 }],
    total: 1,
    totalPages: 1,
  });
});

test("an invite link shows the inviter and the bonus to anyone; an unknown code shows nothing", async () => {
  const inviter = await web.join();
  const told = await web.call(`GET /api/boost/invitation/${await codeOf(inviter)}`);
  expect(told.body.data).toEqual({ inviter: inviter.account.address, rate: 10, hours: 24 });
  const unknown = await web.call("GET /api/boost/invitation/NOSUCHCODE");
  expect([unknown.status, unknown.body.data]).toEqual([200, null]);
});

test("an inviter is recorded once, and is never the user or one of their invitees", async () => {
  const [first, other] = [await web.join(), await web.join()];
  const second = await web.join(await codeOf(first));
  const third = await web.join(await codeOf(second));
  await web.giveLand(first.teamId, 3_000_000n);
  // A code can also be entered later, when a stage is opened.
  for (const [stage, brought] of [
    ["storage", first],
    ["compute", third],
  ] as const) {
    await first.data(`POST /node/stage/${stage}`, { invite_code: await codeOf(brought) });
    expect(await boostsOf(first)).toEqual([]);
  }
  await first.data("POST /node/stage/network", { invite_code: await codeOf(other) });
  expect(await boostsOf(first)).toMatchObject([{ rate: 10 }]);
  await web.giveLand(first.teamId, 1_000_000n);
  await web.giveLand(second.teamId, 1_000_000n);
  await second.data("POST /node/stage/storage", { invite_code: await codeOf(other) });
  expect(await boostsOf(second)).toHaveLength(1);
  expect(await other.data("GET /node/invite/info")).toMatchObject({ invited: 1 });
});

test("unknown codes are ignored, and users who arrived by a link need no code to join", async () => {
  expect(await boostsOf(await web.join("NOSUCHCODE"))).toEqual([]);
  const inviter = await web.join();
  const { accessToken, userId } = await web.signIn();
  await web.database.db.updateTable("person").set({ invited_by: inviter.userId }).where("id", "=", userId).execute();
  await web.call("POST /api/boost/node/create", { token: accessToken, body: {} });
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 1 });
});

test("users who invited others before joining become their inviter when they join", async () => {
  const { account, userId } = await web.signIn();
  const [invitee, other] = [await web.join(), await web.join()];
  // Even if both enter each other's code: users can't invite their own inviter.
  await web.database.db
    .updateTable("person")
    .set({ invited_by: userId })
    .where("id", "in", [invitee.userId, other.userId])
    .execute();
  const inviter = await web.join(await codeOf(other), account);
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 1 });
  expect(await boostsOf(invitee)).toMatchObject([{ rate: 10 }]);
  expect(await boostsOf(other)).toEqual([]);
});

/** Makes each of these nodes collect on a new day (UTC). */
const collectToday = async (nodes: readonly BoostNode[]): Promise<void> => {
  web.advance(86_400);
  for (const node of nodes) await collect(node);
};

test("12 wallets that join with one code within seconds earn 0 milestone points and 0 spins", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  const wallets = [];
  for (let made = 0; made < 12; made += 1) wallets.push(await web.join(code));
  web.advance(60);
  // Collecting several times on the same day changes nothing.
  for (const node of [...wallets, ...wallets]) await collect(node);
  await web.boost.sweep();
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 12, counted: 0 });
  for (const count of [2, 5, 10])
    expect(await inviter.data(`POST /node/activities/invite_milestones_${count}/next`, {})).toMatchObject({
      next: "COPY",
    });
  expect(await inviter.data("POST /node/activities/first_invite/next", {})).toMatchObject({ next: "COPY" });
  expect(await inviter.data("GET /node/spin/random")).toMatchObject({ remainSpins: 1 });
  const { content } = await inviter.data<{ content: { valueType: string }[] }>("GET /node/history");
  expect(content.filter(({ valueType }) => valueType !== "invite")).toEqual([]);
  for (let day = 0; day < 3; day += 1) await collectToday(wallets);
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 12, counted: 0 });
  await collectToday(wallets.slice(0, 2));
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 12, counted: 2 });
  expect(await inviter.data("GET /node/spin/random")).toMatchObject({ remainSpins: 3 });
  const invited = await inviter.data<{ content: object[] }>("GET /node/invite/history?size=20");
  expect(invited.content.filter((row) => (row as { counted: boolean }).counted)).toHaveLength(2);
  expect(invited.content.filter((row) => (row as { collectDays: number }).collectDays === 4)).toHaveLength(10);
  expect(await inviter.data("POST /node/activities/invite_milestones_2/next", {})).toMatchObject({ next: "CLAIM" });
});

test("an invitee that activates the account or deposits counts at once, also for an inviter recorded later", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  const [one, other] = [await web.join(code), await web.join()];
  web.records.unlocked.add(one.userId).add(other.userId);
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 1, counted: 1 });
  await web.giveLand(other.teamId, 1_000_000n);
  await other.data("POST /node/stage/storage", { invite_code: code });
  await web.boost.sweep();
  expect(await inviter.data("GET /node/spin/random")).toMatchObject({ remainSpins: 3 });
});

test("activating on a local chain, where coins cost nothing, makes no invitee count before five active days", async () => {
  const cloud = await testCloud();
  const call = callerOf(cloud.url);
  const { db } = cloud.database;
  const join = async (code?: string): Promise<string> => {
    const { token } = await newOwner(cloud.url);
    const { body } = await call("POST /api/boost/node/create", { token, body: { code } });
    return (body.data as { token: string }).token;
  };
  const token = await join();
  const { body } = await call("GET /api/boost/node/info", { token });
  await join((body.data as { inviteCode: string }).inviteCode);
  expect(await db.selectFrom("activation").select("chain").execute()).toHaveLength(2);
  const invites = async () => (await call("GET /api/boost/node/invite/info", { token })).body.data;
  expect(await invites()).toMatchObject({ invited: 1, counted: 0 });
  await db.updateTable("boost_node").set({ collect_days: 5 }).where("inviter_id", "is not", null).execute();
  expect(await invites()).toMatchObject({ invited: 1, counted: 1 });
});

test("milestones of 2, 5 and 10 counting invitees are reported as they are reached", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  web.records.unlocked.add((await web.join(code)).userId);
  const before = await inviter.data<{ milestones: unknown[] }>("GET /node/activities/invite_milestone/count");
  expect(before.milestones).toEqual([
    { count: 2, points: 200, status: "UNDO" },
    { count: 5, points: 500, status: "UNDO" },
    { count: 10, points: 1000, status: "UNDO" },
  ]);
  web.records.unlocked.add((await web.join(code)).userId);
  expect(await inviter.data("GET /node/activities/invite_milestone/count")).toMatchObject({
    count: 2,
    milestones: [{ status: "CLAIM" }, { status: "UNDO" }, { status: "UNDO" }],
  });
});

test("invitees and their inviter who collect at the same time lose nothing and never deadlock", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  const invitees = [await web.join(code), await web.join(code), await web.join(code)];
  web.advance(3600);
  const collected = await Promise.all([inviter, ...invitees, inviter, ...invitees].map(collect));
  expect(collected.reduce((sum, each) => sum + Number(each.collected), 0)).toBe(30 + 3 * 40);
  expect(await inviter.data("GET /node/info")).toMatchObject({ totalPoint: "36" });
});

test("the leaderboard lists the top nodes by points, the caller's rank and the inviters", async () => {
  const first = await web.join();
  const second = await web.join(await codeOf(first));
  const third = await web.join();
  const points = (node: BoostNode, total: bigint) =>
    web.database.db
      .updateTable("boost_node")
      .set({ total: String(total) })
      .where("id", "=", node.nodeId)
      .execute();
  await points(second, 4_000_000_000n);
  await points(first, 3_000_000_001n);
  const board = await second.data<{ total: number }>("GET /node/leaderboard?size=2");
  expect(board).toEqual({
    endsAt: null,
    my: { rank: 1, points: "4000", address: second.account.address },
    ranks: [
      {
        nodeId: second.nodeId,
        address: second.account.address,
        rank: 1,
        points: "4000",
        inviter: first.account.address,
      },
      { nodeId: first.nodeId, address: first.account.address, rank: 2, points: "3000.000001", inviter: null },
    ],
    total: expect.any(Number),
  });
  const anyone = await web.call("GET /api/boost/node/leaderboard?page=2&size=1");
  expect(anyone.body.data).toMatchObject({ my: null, ranks: [{ rank: 2, nodeId: first.nodeId }], total: board.total });
  const { my } = await third.data<{ my: { rank: number } }>("GET /node/leaderboard?page=500&size=100");
  expect(my.rank).toBeGreaterThan(2);
});

test("the week's leaderboard ranks what nodes gained since Monday, whatever they spent, and starts again with the next week", async () => {
  type Board = {
    endsAt: number;
    my: { rank: number; points: string } | null;
    ranks: { nodeId: string; points: string }[];
  };
  const weekly = (node: BoostNode) => node.data<Board>("GET /node/leaderboard?of=week&size=100");
  const { db } = web.database;
  const gain = (node: BoostNode, amount: bigint) =>
    db.transaction().execute((trx) => movePoints(trx, node.nodeId, { kind: "activity", amount, name: "test" }));
  const [first, second, idle] = [await web.join(), await web.join(), await web.join()];
  await gain(first, 7_000_000_000n);
  await gain(first, -6_000_000_000n);
  await gain(first, 1_000_000_000n);
  await gain(second, 9_000_000_000n);
  const board = await weekly(first);
  expect(board.my).toMatchObject({ rank: 2, points: "8000" });
  expect(board.ranks.slice(0, 2)).toMatchObject([
    { nodeId: second.nodeId, points: "9000" },
    { nodeId: first.nodeId, points: "8000" },
  ]);
  expect((await weekly(idle)).my).toBeNull();
  // Ends on a Monday at 00:00 UTC, within a week.
  const end = new Date(board.endsAt * 1000);
  expect([end.getUTCDay(), end.getTime() % 86_400_000]).toEqual([1, 0]);
  expect(end.getTime() - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  expect(end.getTime()).toBeGreaterThan(Date.now());

  await sql`update boost_node set week = week - 1 where id in (${first.nodeId}, ${second.nodeId})`.execute(db);
  expect((await weekly(first)).my).toBeNull();
  await gain(first, 5_000_000n);
  expect((await weekly(first)).my).toMatchObject({ points: "5" });
});

test("the friends' leaderboard lists the node, its inviter and its invitees, and is empty for visitors", async () => {
  type Board = { my: { rank: number } | null; ranks: { nodeId: string }[]; total: number };
  const inviter = await web.join();
  const node = await web.join(await codeOf(inviter));
  const invitee = await web.join(await codeOf(node));
  await web.join(await codeOf(inviter));
  const board = await node.data<Board>("GET /node/leaderboard?of=friends");
  expect(new Set(board.ranks.map(({ nodeId }) => nodeId))).toEqual(
    new Set([inviter.nodeId, node.nodeId, invitee.nodeId]),
  );
  expect(board.total).toBe(3);
  expect(board.ranks[board.my!.rank - 1]!.nodeId).toBe(node.nodeId);
  const anyone = await web.call("GET /api/boost/node/leaderboard?of=friends");
  expect(anyone.body.data).toMatchObject({ my: null, ranks: [], total: 0 });
});
