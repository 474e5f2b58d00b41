import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { boostWeb, solved, unsolved, type BoostNode, type BoostWeb } from "../../support/billing/boost.ts";

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb();
});

interface Exploration {
  readonly explorationId: string;
  readonly nodeId: string;
  readonly points: string;
}

const byNumber = (one: number, other: number): number => one - other;
const explore = async (node: BoostNode, other?: BoostNode) =>
  node.ask("POST /node/exploration", { ...(other && { nodeId: other.nodeId }) }, await node.captcha());
const found = async (node: BoostNode, other?: BoostNode): Promise<Exploration> =>
  (await explore(node, other)).body.data as Exploration;
const collectFrom = (node: BoostNode, { explorationId }: Exploration) =>
  node.ask("POST /node/exploration/collect", { explorationId });
const claimableOf = async ({ data }: BoostNode): Promise<number> =>
  Number((await data<{ claimable: string }>("GET /node/info")).claimable);
const historyOf = async ({ data }: BoostNode) =>
  (await data<{ content: { valueType: string; value: string; isNote: boolean }[] }>("GET /node/history")).content;

test("explorers collect up to 50% of the uncollected points and don't change the owner's total", async () => {
  const [explorer, explored] = [await web.join(), await web.join()];
  web.advance(7200);
  const exploration = await found(explorer, explored);
  expect(Number(exploration.points)).toBeGreaterThanOrEqual(3);
  expect(Number(exploration.points)).toBeLessThanOrEqual(30);
  const { collected, totalPoint } = (await collectFrom(explorer, exploration)).body.data as Record<string, string>;
  expect([collected, totalPoint]).toEqual([exploration.points, exploration.points]);
  expect(await claimableOf(explored)).toBeCloseTo(60 - Number(collected), 6);
  expect(await explored.data("GET /node/info")).toMatchObject({ negative: collected, totalPoint: "0" });
  expect(await historyOf(explorer)).toMatchObject([{ valueType: "explorer", value: collected, isNote: false }]);
  expect(await historyOf(explored)).toMatchObject([
    { valueType: "collected", value: `-${collected}`, isNote: true },
    { valueType: "explored", value: exploration.points, isNote: true },
  ]);
  expect((await collectFrom(explorer, exploration)).body.code).toBe("EXPLORATION_COLLECTED");
  await explored.data("PUT /node/claim");
  expect(await explored.data("GET /node/info")).toMatchObject({ negative: "0" });
});

test("an exploration belongs to its explorer, is collected once under parallel requests, and expires after an hour", async () => {
  const [explorer, explored, other] = [await web.join(), await web.join(), await web.join()];
  web.advance(7200);
  const exploration = await found(explorer, explored);
  const { explorationId } = exploration;
  expect(await explorer.data(`GET /node/exploration/info/${explorationId}`)).toMatchObject(exploration);
  expect((await other.ask(`GET /node/exploration/info/${explorationId}`)).status).toBe(404);
  expect((await collectFrom(other, exploration)).status).toBe(404);
  const pressed = await Promise.all([0, 1, 2].map(() => collectFrom(explorer, exploration)));
  expect(pressed.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409]);
  const late = await found(explorer, explored);
  web.advance(3600);
  expect((await collectFrom(explorer, late)).body.code).toBe("EXPLORATION_EXPIRED");
});

test("only unprotected nodes can be explored, never one's own, and nodes without a base rate yield nothing", async () => {
  const [explorer, explored, locked] = [await web.join(), await web.join(), await web.join()];
  web.advance(3600);
  const { db } = web.database;
  await sql`update boost_node set base_rate = '[]' where id = ${locked.nodeId}`.execute(db);
  const before = await found(explorer, explored);
  await sql`update boost_node set protect_expired_at = ${web.now() + 100} where id = ${explored.nodeId}`.execute(db);
  expect((await collectFrom(explorer, before)).body.code).toBe("NODE_PROTECTED");
  expect((await explore(explorer, explored)).body.code).toBe("NODE_PROTECTED");
  expect((await explore(explorer, explorer)).body.code).toBe("EXPLORE_OWN");
  expect((await explore(explorer, locked)).body.code).toBe("NOTHING_TO_EXPLORE");
  const nobody = { nodeId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" } as BoostNode;
  expect((await explore(explorer, nobody)).status).toBe(404);
  // None of these used up an exploration.
  expect(await explorer.data("GET /node/exploration/today")).toMatchObject({ remain: 2, today: 2, bought: 0 });
  web.advance(101);
  expect((await collectFrom(explorer, before)).status).toBe(200);
});

test("captcha-gated: each solution is valid once, for one node, for five minutes", async () => {
  const [explorer, explored, other] = [await web.join(), await web.join(), await web.join()];
  web.advance(3600);
  const refusedWith = async (headers: Record<string, string>) =>
    (await explorer.ask("POST /node/exploration", { nodeId: explored.nodeId }, headers)).body.code;
  const used = await explorer.captcha();
  const answers = await Promise.all(
    [0, 1, 2].map(() => explorer.ask("POST /node/exploration", { nodeId: explored.nodeId }, used)),
  );
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 422, 422]);
  const wrong = "BOOST_CAPTCHA_WRONG";
  expect(await refusedWith(used)).toBe(wrong);
  expect(await refusedWith({})).toBe(wrong);
  expect(await refusedWith(await other.captcha())).toBe(wrong);
  const puzzle = await explorer.data<Parameters<typeof solved>[0]>("GET /captcha");
  expect(await refusedWith({ "captcha-response": unsolved(puzzle) })).toBe(wrong);
  web.advance(300);
  expect(await refusedWith({ "captcha-response": solved(puzzle) })).toBe(wrong);
});

test("three explorations a day (UTC), then purchased ones", async () => {
  const [explorer] = [await web.join(), await web.join()];
  web.advance(86_400 - (web.now() % 86_400) + 7200);
  for (let time = 0; time < 3; time += 1) {
    const { nodeId, points } = await found(explorer);
    expect(nodeId).not.toBe(explorer.nodeId);
    expect(Number(points)).toBeGreaterThan(0);
  }
  expect((await explore(explorer)).body.code).toBe("EXPLORATIONS_USED");
  await sql`update boost_node set explore_bought = 1 where id = ${explorer.nodeId}`.execute(web.database.db);
  expect((await explore(explorer)).status).toBe(200);
  expect((await explore(explorer)).body.code).toBe("EXPLORATIONS_USED");
  web.advance(-86_400);
  expect(await explorer.data("GET /node/exploration/today")).toMatchObject({ remain: 0, today: 0, bought: 0 });
  web.advance(2 * 86_400);
  expect(await explorer.data("GET /node/exploration/today")).toMatchObject({ remain: 3, today: 3, bought: 0 });
});

test("the explorations left say when no other node has points to collect", async () => {
  const explorer = await web.join();
  const { db } = web.database;
  const isEmpty = async () => (await explorer.data<{ isEmpty: boolean }>("GET /node/exploration/today")).isEmpty;
  web.advance(3600);
  expect(await isEmpty()).toBe(false);
  await sql`update boost_node set base_rate = '[]', computed = 0 where id <> ${explorer.nodeId}`.execute(db);
  expect(await isEmpty()).toBe(true);
});
