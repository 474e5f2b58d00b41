import { beforeAll, describe, expect, it } from "vitest";
import type { NodeInfo } from "../resources/boost/node-calls.ts";
import type { Activity, NextOfTask } from "../resources/boost/task-calls.ts";
import { boostWeb, type BoostWeb } from "./support/boost.ts";

type Node = Awaited<ReturnType<BoostWeb["join"]>>;

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb();
});

const day = 86_400;
/** So that nothing of a test stands at the edge of a day. */
const toNoon = () => web.pass(day - (web.now() % day) + day / 2);
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
  (await info(node)).boosts.filter(({ end }) => end > web.now()).reduce((sum, { rate }) => sum + rate, 0);
const history = async ({ ask }: Node): Promise<unknown[]> =>
  ((await ask("GET /node/history")).body.data as { content: unknown[] }).content;
const land = async ({ teamId }: Node): Promise<bigint> =>
  (await web.ledger.available(web.database.db, teamId)) / 10n ** 18n;

describe("a task", () => {
  it("that is proved is to be done, then claimed, then done; its reward comes once, pressed ten times in parallel", async () => {
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
    web.pass(day);
    expect(await rateOf(node)).toBe(0);
  });

  it("of every day can be done again on the next", async () => {
    // What was done today is read from the log, whose clock nobody moves.
    web.pass(Math.floor(Date.now() / 1000) - web.now());
    const node = await web.join();
    web.pass(60);
    await node.ask("PUT /node/claim");
    expect((await press(node, "daily_collect")).data.next).toBe("CLAIM");
    expect((await press(node, "daily_collect")).data.next).toBe("COMPLETE");
    web.pass(day);
    expect(await task(node, "daily", "daily_collect")).not.toMatchObject({ actStatus: "DONE" });
  });

  it("of a milestone brings its points for so many invited, once, under its own name", async () => {
    const node = await web.join();
    const { inviteCode } = await info(node);
    await Promise.all([web.join(inviteCode), web.join(inviteCode)]);
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

  it("is shown to people without a node", async () => {
    const shown = (await web.call("GET /api/boost/node/activities/pre_tasks")).body.data;
    expect(shown).toMatchObject([{ actId: "join_boost", actStatus: "UNDO" }]);
    expect(await task(await web.join(), "pre_tasks", "join_boost")).toMatchObject({ actStatus: "CLAIM" });
    expect(await press(await web.join(), "no_such_task")).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("the daily sign", () => {
  it("brings 1 point/h free and 10 × day with 50,000 LAND, at most 70, on days without a gap", async () => {
    toNoon();
    const node = await web.join();
    await web.giveLand(node.teamId, 500_000n);
    for (const [paid, rate] of [
      [true, 10],
      [true, 20],
      [false, 1],
      [true, 40],
      [true, 50],
      [true, 60],
      [true, 70],
      [true, 70],
    ] as const) {
      const { data } = await press(node, "daily_sign", paid ? "LAND" : "FREE");
      expect(data).toMatchObject({ next: "CLAIM", activity: { reward: { amount: rate } } });
      expect(await rateOf(node)).toBe(rate);
      web.pass(day);
    }
    expect(await land(node)).toBe(150_000n);
    const shown = (await node.ask("GET /node/activities/daily_sign")).body.data;
    expect(shown).toMatchObject({
      day: 8,
      signedToday: false,
      items: [{ day: 8, rate: 70, done: true, payment: "LAND" }, {}, {}, {}, {}, {}, {}],
    });
    web.pass(day);
    expect((await press(node, "daily_sign", "FREE")).data.message).toContain("Day 1");
  });

  it("is made once a day whatever is sent at the same time; a free one is raised by LAND later in the day", async () => {
    toNoon();
    const node = await web.join();
    await web.giveLand(node.teamId, 120_000n);
    const free = await Promise.all(Array.from({ length: 6 }, () => press(node, "daily_sign", "FREE")));
    expect(free.filter(({ data }) => data.next === "CLAIM")).toHaveLength(1);
    expect(await rateOf(node)).toBe(1);
    web.pass(3600);
    const paid = await Promise.all(Array.from({ length: 6 }, () => press(node, "daily_sign", "LAND")));
    expect(paid.filter(({ data }) => data.next === "CLAIM")).toHaveLength(1);
    expect(await rateOf(node)).toBe(10);
    expect(await land(node)).toBe(70_000n);
    expect((await press(node, "daily_sign", "FREE")).data.next).toBe("COMPLETE");
    web.pass(-day);
    expect((await press(node, "daily_sign", "LAND")).data.next).toBe("COMPLETE");
    web.pass(day);
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
  it("cost 50,000 LAND for 100 of capacity, 2,000 for an exploration, 20,000 for 24 h of protection, which does not stack", async () => {
    const node = await web.join();
    await web.giveLand(node.teamId, 200_000n);
    const buy = async (name: string, number: number) => (await node.ask("POST /node/cards", { name, number })).body;
    expect((await buy("capacity", 2)).data).toEqual({ land: "100000" });
    expect((await buy("explore", 5)).data).toEqual({ land: "10000" });
    expect((await buy("protect", 1)).data).toEqual({ land: "20000" });
    expect(await info(node)).toMatchObject({ capacity: 500, protectExpiredAt: web.now() + day });
    expect((await node.ask("GET /node/exploration/today")).body.data).toMatchObject({ bought: 5 });
    web.pass(3600);
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

describe("an account of an exchange", () => {
  it("stands for one node, can be changed, and brings its points once", async () => {
    const [node, other] = await Promise.all([web.join(), web.join()]);
    const profile = { exchange: "Kraken", uid: "77", address: "0xabc" };
    const name = async ({ ask }: Node, given: object) => (await ask("POST /node/exchange/profile", given)).body;
    expect((await node.ask("GET /node/exchange/profile")).body.data).toBeNull();
    expect((await press(node, "bind_exchange")).data.next).toBe("REDIRECT");
    expect((await name(node, profile)).data).toEqual(profile);
    expect(await name(other, { ...profile, exchange: "kraken" })).toMatchObject({ code: "EXCHANGE_TAKEN" });
    expect((await press(node, "bind_exchange")).data.next).toBe("CLAIM");
    await name(node, { ...profile, uid: "78" });
    expect((await press(node, "bind_exchange")).data.next).toBe("COMPLETE");
    expect(await history(node)).toMatchObject([{ valueType: "bind_exchange_address", value: "100" }]);
  });
});
