import { beforeAll, expect, test } from "vitest";
import { boostWeb, type BoostNode, type BoostWeb } from "./support/boost.ts";

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
  web.pass(3600);
  expect(await collect(invitee)).toMatchObject({ collected: "40", totalPoint: "40" });
  expect(await inviter.data("GET /node/history")).toMatchObject({
    content: [{ valueType: "invite", value: "2", explorerAddress: invitee.account.address, isNote: false }],
    total: 1,
  });
  expect(await inviter.data("GET /node/info")).toMatchObject({ totalPoint: "2", claimable: "30" });
  const counted = { daily: 1, invited: 1, inviteCode: code };
  expect(await inviter.data("GET /node/invite/info")).toEqual({ ...counted, link: `${web.url}/?inviteCode=${code}` });
  expect(await inviter.data("GET /node/invite/tg/info")).toEqual({
    ...counted,
    link: `${web.url}/dev/emulator?start=${code}`,
  });
  expect(await inviter.data("GET /node/invite/history")).toMatchObject({
    content: [{ address: invitee.account.address, points: "2" }],
    total: 1,
    totalPages: 1,
  });
});

test("an inviter is recorded once, and is never oneself nor somebody whom one has brought", async () => {
  const [first, other] = [await web.join(), await web.join()];
  const second = await web.join(await codeOf(first));
  const third = await web.join(await codeOf(second));
  await web.giveLand(first.teamId, 3_000_000n);
  // A code may also be typed later, when a stage is opened.
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

test("codes of nobody do no harm, and who came to the cloud by a link needs no code to join", async () => {
  expect(await boostsOf(await web.join("NOSUCHCODE"))).toEqual([]);
  const inviter = await web.join();
  const { accessToken, userId } = await web.signIn();
  await web.database.db.updateTable("person").set({ invited_by: inviter.userId }).where("id", "=", userId).execute();
  await web.call("POST /api/boost/node/create", { token: accessToken, body: {} });
  expect(await inviter.data("GET /node/invite/info")).toMatchObject({ invited: 1 });
});

test("who has brought people before having a node is their inviter from the day of joining", async () => {
  const { account, userId } = await web.signIn();
  const [invitee, other] = [await web.join(), await web.join()];
  // Even if both say so: by whom one came is not brought by oneself.
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

test("milestones of 2, 5 and 10 invited people are told as they are reached", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  await web.join(code);
  const before = await inviter.data<{ milestones: unknown[] }>("GET /node/activities/invite_milestone/count");
  expect(before.milestones).toEqual([
    { count: 2, points: 200, status: "UNDO" },
    { count: 5, points: 500, status: "UNDO" },
    { count: 10, points: 1000, status: "UNDO" },
  ]);
  await web.join(code);
  expect(await inviter.data("GET /node/activities/invite_milestone/count")).toMatchObject({
    count: 2,
    milestones: [{ status: "CLAIM" }, { status: "UNDO" }, { status: "UNDO" }],
  });
});

test("invitees who collect at the same time, and their inviter with them, lose nothing and wait for nobody for long", async () => {
  const inviter = await web.join();
  const code = await codeOf(inviter);
  const invitees = [await web.join(code), await web.join(code), await web.join(code)];
  web.pass(3600);
  const collected = await Promise.all([inviter, ...invitees, inviter, ...invitees].map(collect));
  expect(collected.reduce((sum, each) => sum + Number(each.collected), 0)).toBe(30 + 3 * 40);
  expect(await inviter.data("GET /node/info")).toMatchObject({ totalPoint: "36" });
});

test("the leaderboard has the first nodes by points, one's own rank, and who invited them", async () => {
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
  const anybody = await web.call("GET /api/boost/node/leaderboard?page=2&size=1");
  expect(anybody.body.data).toMatchObject({ my: null, ranks: [{ rank: 2, nodeId: first.nodeId }], total: board.total });
  const { my } = await third.data<{ my: { rank: number } }>("GET /node/leaderboard?page=500&size=100");
  expect(my.rank).toBeGreaterThan(2);
});
