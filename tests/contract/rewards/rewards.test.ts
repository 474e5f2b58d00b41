/** Dashboard rewards over HTTP: each grants its points once, and the total equals the ledger's. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { PointMovement } from "../../../resources/rewards/points.ts";
import { builtInTasks } from "../../../src/cloud/rewards/built-in-tasks.ts";
import { invitationPoints, linkStaySeconds } from "../../../resources/rewards/limits.ts";
import type { Quest } from "../../../resources/rewards/quest-calls.ts";
import type { Invited } from "../../../resources/rewards/referral-calls.ts";
import { rewardsWeb, type RewardsWeb } from "../../support/billing/rewards.ts";

let web: RewardsWeb;
beforeAll(async () => {
  web = await rewardsWeb();
});

const hasEmail = (userId: string) =>
  web.database.db
    .insertInto("email")
    .values({ person_id: userId, address: `${randomUUID()}@example.com` })
    .execute();

type User = Awaited<ReturnType<RewardsWeb["user"]>>;

const sumsUp = async ({ get, points }: Pick<User, "get" | "points">): Promise<number> => {
  const { items } = await get<{ items: PointMovement[] }>("activities/point/history?size=100");
  const sum = items.reduce((total, { points: moved }) => total + moved, 0);
  expect(items[0]?.total ?? 0).toBe(sum);
  expect((await points()).total).toBe(sum);
  return sum;
};

describe("the task hub", () => {
  it("activities give points once, also under repeated and parallel claims", async () => {
    const { userId, next, activity, points, ask } = await web.user();
    const waiting = (await points()).unclaimed;
    expect(await activity("newbie", "confirm-email")).toMatchObject({ status: "ON_GOING", done: 0, goal: 1 });
    expect(await next("confirm-email")).toMatchObject({ next: "EMAIL_BIND", points: 0 });
    await hasEmail(userId);
    expect(await activity("newbie", "confirm-email")).toMatchObject({ status: "CLAIM", points: 20 });
    expect((await points()).unclaimed).toBe(waiting + 20);
    const steps = await Promise.all(Array.from({ length: 8 }, () => next("confirm-email")));
    expect(steps.map((step) => step.points).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 0, 20]);
    expect(await next("confirm-email")).toMatchObject({ next: "NONE", points: 0 });
    expect(await activity("newbie", "confirm-email")).toMatchObject({ status: "COMPLETED" });
    expect(await points()).toEqual({ unclaimed: waiting, total: 20 });
    await web.database.db.deleteFrom("email").where("person_id", "=", userId).execute();
    await hasEmail(userId);
    expect(await next("confirm-email")).toMatchObject({ points: 0 });
    expect((await ask("POST activities/nothing/next", {})).status).toBe(404);
  });

  it("a daily task gives its points once a day (UTC), and the days count", async () => {
    const { next, activity, points, ...rest } = await web.user();
    for (const total of [5, 10, 15]) {
      expect(await next("daily-visit")).toMatchObject({ points: 5 });
      expect(await next("daily-visit")).toMatchObject({ points: 0, tips: expect.stringContaining("tomorrow") });
      expect((await points()).total).toBe(total);
      web.advance(86_400);
    }
    expect(await activity("daily", "daily-visit")).toMatchObject({ status: "CLAIM" });
    expect(await activity("progress", "visits-7")).toMatchObject({ status: "ON_GOING", done: 3, goal: 7 });
    expect(await sumsUp({ points, ...rest })).toBe(15);
  });

  it("tasks not included in the trial are denied until the account is activated", async () => {
    const user = await web.user();
    expect(await user.activity("newbie", "rpc-key")).toMatchObject({ status: "DENY" });
    expect(await user.next("rpc-key")).toMatchObject({ next: "POPUP", message: expect.stringContaining("Activate") });
    expect(await user.activity("newbie", "use-gateway")).toMatchObject({ status: "NOT_READY" });
    expect(await user.next("use-gateway")).toMatchObject({ next: "POPUP", points: 0 });
    await web.activate(user);
    expect(await user.activity("newbie", "activate")).toMatchObject({ status: "CLAIM" });
    expect(await user.next("rpc-key")).toMatchObject({ next: "JUMP", message: "/rpc" });
    expect(await user.next("join-boost")).toMatchObject({ next: "JUMP_OUT", message: "/boost" });
  });

  it("an operator's link grants its points after it was opened and viewed", async () => {
    const task = { title: "Read the guide", desc: "It is short.", tab: "newbie", link: "https://example.org/guide" };
    const made = await web.operator.ask("POST operator/reward-tasks", { ...task, points: 7, active: true });
    const { id } = made.body.data as { id: string };
    const { next, activity } = await web.user();
    expect(await next(id)).toMatchObject({ next: "OPEN_NEW_TAB", message: task.link });
    expect(await activity("newbie", id)).toMatchObject({ status: "DONE_TO_STAY", title: task.title });
    expect(await next(id)).toMatchObject({ next: "NONE", points: 0 });
    web.advance(linkStaySeconds);
    expect(await next(id)).toMatchObject({ points: 7 });
    expect(await next(id)).toMatchObject({ points: 0 });
    expect((await web.operator.ask(`DELETE operator/reward-tasks/${id}`)).status).toBe(200);
    expect(await activity("newbie", id)).toBeUndefined();
  });

  it("an operator can switch, reword and price the built-in tasks, but not delete them", async () => {
    const { id } = builtInTasks.find((task) => task.tab === "progress")!;
    const set = (change: object) => web.operator.ask(`PUT operator/reward-tasks/${id}`, change);
    const { activity, ask, next } = await web.user();
    const change = { title: "A week", desc: "Be here.", points: 70, active: true };
    expect((await set(change)).body.data).toMatchObject({ ...change, kind: "built-in", place: "progress" });
    expect(await activity("progress", id)).toMatchObject({ title: "A week", points: 70 });
    await set({ ...change, active: false });
    expect(await activity("progress", id)).toBeUndefined();
    expect((await ask(`POST activities/${id}/next`, {})).status).toBe(404);
    await set({ ...change, active: true });
    expect(await next(id)).toMatchObject({ next: "JUMP" });
    expect((await set({ ...change, points: 0 })).status).toBe(422);
    expect((await web.operator.ask(`DELETE operator/reward-tasks/${id}`)).status).toBe(404);
    expect((await ask(`PUT operator/reward-tasks/${id}`, change)).status).toBe(404);
  });
});

describe("referral", () => {
  it("lists invited users, and gives points for activated ones, once per wallet", async () => {
    const inviter = await web.user();
    const { code } = await inviter.get<{ code: string }>("invitation/code");
    const empty = { today: 0, total: 0, activated: 0, points: { earned: 0, unclaimed: 0 } };
    expect(await inviter.get("invitation/overview")).toEqual(empty);
    const [one, two] = [await web.user(code), await web.user(code)];
    const before = await inviter.points();
    expect(await inviter.get("invitation/overview?startAt=0")).toEqual({ ...empty, today: 2, total: 2 });
    expect(await inviter.get("invitation/overview?startAt=9999999999")).toEqual({ ...empty, total: 2 });
    expect((await inviter.ask("POST invitation/collect", {})).body.data).toEqual({ points: 0, people: 0 });
    await web.activate(one);
    expect((await inviter.points()).unclaimed).toBe(before.unclaimed + invitationPoints);
    const { list, total } = await inviter.get<{ list: Invited[]; total: number }>("invitation/1");
    expect([list.map(({ state }) => state), total]).toEqual([["JOINED", "ACTIVATED"], 2]);
    const collected = await Promise.all(
      Array.from({ length: 5 }, async () => (await inviter.ask("POST invitation/collect", {})).body.data),
    );
    expect(collected.filter((reply) => (reply as { points: number }).points > 0)).toEqual([
      { points: invitationPoints, people: 1 },
    ]);
    expect(await sumsUp(inviter)).toBe(invitationPoints);
    // After deleting the account, the same wallet joins again with the same link.
    await web.database.db.updateTable("person").set({ invited_by: null }).where("id", "=", one.userId).execute();
    await web.database.db.deleteFrom("activation").where("person_id", "=", one.userId).execute();
    await web.activate({ userId: two.userId, account: one.account });
    expect((await inviter.ask("POST invitation/collect", {})).body.data).toEqual({ points: 0, people: 0 });
    const again = await inviter.get<{ list: Invited[] }>("invitation/1");
    expect(again.list.map(({ state }) => state)).toEqual(["NO_REWARD"]);
    expect(await inviter.get("invitation/2")).toEqual({ list: [], total: 1 });
    for (const page of ["0", "-1", "x", "1e3", randomUUID()])
      expect((await inviter.ask(`GET invitation/${page}`)).status).toBe(404);
    expect((await one.get<{ list: Invited[] }>("invitation/1")).list).toEqual([]);
  });
});

describe("the Elite quest page", () => {
  const make = async (more: object): Promise<string> => {
    const quest = { title: "A quest", desc: "Do it.", points: 30, proof: "TRUST", active: true, ...more };
    const { status, body } = await web.operator.ask("POST operator/quests", quest);
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.data as { id: string }).id;
  };
  const state = async ({ get }: Pick<User, "get">, id: string) =>
    (await get<Quest[]>("elitequest/list")).find((quest) => quest.id === id);

  it("a quest's reward is claimed once, however often and in parallel", async () => {
    const id = await make({ link: "/docs", image: "/mark.svg" });
    const user = await web.user();
    expect(await state(user, id)).toMatchObject({ state: 1, rewardStr: "30 points", endAt: null, proof: "TRUST" });
    const asked = await Promise.all(Array.from({ length: 6 }, () => user.ask(`POST elitequest/claim/${id}`, {})));
    expect(asked.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect(await state(user, id)).toMatchObject({ state: 2 });
    expect(await sumsUp(user)).toBe(30);
    expect((await user.ask(`POST elitequest/claim/${randomUUID()}`, {})).status).toBe(404);
  });

  it("a code quest accepts the code, a counted quest the server's count, and neither after its end", async () => {
    const user = await web.user();
    const claim = async (id: string, body = {}) => (await user.ask(`POST elitequest/claim/${id}`, body)).body.code;
    const byCode = await make({ proof: "CODE", code: "Meadow" });
    expect(await claim(byCode)).toBe("QUEST_CODE_WRONG");
    expect(await claim(byCode, { code: "wood" })).toBe("QUEST_CODE_WRONG");
    expect(await claim(byCode, { code: " meadow " })).toBe(200);
    const byCount = await make({ proof: "FACT", fact: "invitees", goal: 1 });
    expect(await state(user, byCount)).toMatchObject({ state: 0, progress: { done: 0, goal: 1 } });
    expect(await claim(byCount)).toBe("QUEST_NOT_DONE");
    const { code } = await user.get<{ code: string }>("invitation/code");
    await web.activate(await web.user(code));
    expect(await state(user, byCount)).toMatchObject({ state: 1, progress: { done: 1, goal: 1 } });
    expect(await claim(byCount)).toBe(200);
    const over = await make({ endsAt: Math.floor(Date.now() / 1000) - 60 });
    expect(await state(user, over)).toMatchObject({ state: 0 });
    expect(await claim(over)).toBe("QUEST_ENDED");
    const off = await make({ active: false });
    expect(await state(user, off)).toBeUndefined();
    expect((await user.ask(`POST elitequest/claim/${off}`, {})).status).toBe(404);
  });

  it("an operator's form reports missing fields and never shows a code again", async () => {
    const wrong = { title: "Q", desc: "D", points: 0, proof: "CODE", active: true };
    const { status, body } = await web.operator.ask("POST operator/quests", wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.data as object).toSorted()).toEqual(["code", "points"]);
    const id = await make({ proof: "CODE", code: "Meadow" });
    const { body: shown } = await web.operator.ask(`GET operator/quests/${id}`);
    expect(JSON.stringify(shown)).not.toMatch(/meadow/i);
    const kept = { title: "Renamed", desc: "D", points: 5, proof: "CODE", active: true };
    expect((await web.operator.ask(`PUT operator/quests/${id}`, kept)).status).toBe(200);
    const user = await web.user();
    expect((await user.ask(`POST elitequest/claim/${id}`, { code: "MEADOW" })).body.data).toEqual({ points: 5 });
    expect((await web.operator.ask(`DELETE operator/quests/${id}`)).status).toBe(200);
    expect((await user.ask("POST operator/quests", wrong)).status).toBe(404);
    expect(await sumsUp(user)).toBe(5);
  });
});

it("the header's configuration counts the entries of the changelog", async () => {
  const { body } = await web.call("GET /api/resource/static/changelog", {});
  const { text, changeLogNum } = body.data as { text: string; changeLogNum: number };
  expect(text).toMatch(/^# Changelog/);
  expect(changeLogNum).toBe([...text.matchAll(/^- \*\*/gm)].length);
  expect(changeLogNum).toBeGreaterThan(30);
  expect((await web.call("GET /api/resource/static/header/config", {})).body.data).toEqual({ changeLogNum });
});

it("a collect leaves an entry in the operation log, a failed one leaves none", async () => {
  const { userId, next } = await web.user();
  await next("daily-visit");
  await next("daily-visit");
  const rows = await web.database.db
    .selectFrom("operation_log")
    .select(["action", "target"])
    .where("person_id", "=", userId)
    .where("action", "=", "REWARDS_COLLECT_POINTS")
    .execute();
  expect(rows).toEqual([{ action: "REWARDS_COLLECT_POINTS", target: "Daily visit" }]);
});
