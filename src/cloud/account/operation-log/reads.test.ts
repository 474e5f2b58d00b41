import { describe, expect, it } from "vitest";
import { momentInvalid } from "../../../../resources/billing/moments.ts";
import { customDateMinSeconds } from "../../../../resources/limits.ts";
import { logs, operationLogWeb, type Entry } from "../../../../tests/support/account/operation-log.ts";

const { web, entriesOf, act, joined, kept } = await operationLogWeb();

const everything = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC", "RESOURCE", "MEMBER"];

describe("the operation log", () => {
  it("filters ALL / OWNER / MEMBER separate the owner's actions from members'", async () => {
    const owner = await web.signIn();
    const member = await joined(owner.teamId, ["HOSTING"]);
    await act(owner.accessToken, { name: "by the owner" });
    await act(member.token, { name: "by the member" });
    const targets = async (role: string) =>
      (await entriesOf(owner.accessToken, `&role=${role}&family=HOSTING`)).map(({ target }) => target);
    expect(await targets("ALL")).toEqual(["by the member", "by the owner"]);
    expect(await targets("OWNER")).toEqual(["by the owner"]);
    expect(await targets("MEMBER")).toEqual(["by the member"]);
    const one = await entriesOf(owner.accessToken, `&userId=${member.userId}`);
    expect(one.map(({ target }) => target)).toEqual(["by the member"]);
  });

  it("Operation log only for full-access members: others are refused, another team's does not exist", async () => {
    const owner = await web.signIn();
    await act(owner.accessToken, { name: "shop" });
    const some = await joined(owner.teamId, ["HOSTING", "MEMBER"]);
    const full = await joined(owner.teamId, everything);
    const stranger = await web.signIn();
    const statusFor = async (token: string) => (await web.call(`GET ${logs}?teamId=${owner.teamId}`, { token })).status;
    expect(await statusFor(some.accessToken)).toBe(403);
    expect(await statusFor(stranger.accessToken)).toBe(404);
    expect(await statusFor(full.accessToken)).toBe(200);
    const seen = await entriesOf(full.accessToken, `&teamId=${owner.teamId}`);
    expect(seen.map(({ target }) => target)).toContain("shop");
    expect((await entriesOf(full.accessToken)).map(({ target }) => target)).not.toContain("shop");
  });

  it("ranges: a day, 30 days, or a custom one, inclusive", async () => {
    const { accessToken: token, teamId } = await web.signIn();
    await kept(teamId, [
      { target: "hour", daysAgo: 0.04 },
      { target: "week", daysAgo: 7.5 },
      { target: "quarter", daysAgo: 90 },
    ]);
    const targets = async (query: string) =>
      (await entriesOf(token, `&family=HOSTING&${query}`)).map(({ target }) => target);
    expect(await targets("range=1d")).toEqual(["hour"]);
    expect(await targets("range=7d")).toEqual(["hour"]);
    expect(await targets("range=30d")).toEqual(["hour", "week"]);
    const [week] = await entriesOf(token, "&keyword=week");
    expect(await targets(`startAt=${week!.createdAt}&endAt=${week!.createdAt}`)).toEqual(["week"]);
    expect(await targets(`endAt=${week!.createdAt}`)).toEqual(["week", "quarter"]);
  });

  it("Custom date must be after 2022-07-27 and before now", async () => {
    const { accessToken: token } = await web.signIn();
    const answer = await web.call(`GET ${logs}?startAt=${customDateMinSeconds - 1}`, { token });
    expect(answer.status).toBe(422);
    expect(answer.body.data).toEqual({ startAt: [momentInvalid] });
    const later = Math.floor(Date.now() / 1000) + 2 * 86_400;
    expect((await web.call(`GET ${logs}?endAt=${later}`, { token })).status).toBe(422);
    expect((await web.call(`GET ${logs}?startAt=${customDateMinSeconds}`, { token })).status).toBe(200);
  });

  it("pages continue where the last one ended, also after new entries", async () => {
    const { accessToken: token, teamId } = await web.signIn();
    await kept(
      teamId,
      [1, 2, 3, 4, 5].map((daysAgo) => ({ target: `${daysAgo} days ago`, daysAgo })),
    );
    const page = async (before: string) =>
      (await web.call(`GET ${logs}?family=HOSTING&size=2${before}`, { token })).body.data as {
        items: Entry[];
        total: number;
      };
    const first = await page("");
    await act(token, { name: "meanwhile" });
    const second = await page(`&before=${first.items[1]!.id}`);
    const third = await page(`&before=${second.items[1]!.id}`);
    expect(first.total).toBe(5);
    expect([...first.items, ...second.items, ...third.items].map(({ target }) => target)).toEqual(
      [1, 2, 3, 4, 5].map((days) => `${days} days ago`),
    );
    expect(third.total).toBe(1);
  });

  it("searches targets literally, without wildcards", async () => {
    const { accessToken: token } = await web.signIn();
    await act(token, { name: "100%_shop" });
    await act(token, { name: "100 shops" });
    const search = async (keyword: string) =>
      (await entriesOf(token, `&keyword=${encodeURIComponent(keyword)}`)).map(({ target }) => target);
    expect(await search("%_SHOP")).toEqual(["100%_shop"]);
    expect(await search("shop")).toEqual(["100 shops", "100%_shop"]);
  });

  it("lists every user with an entry, including former members", async () => {
    const owner = await web.signIn();
    const member = await joined(owner.teamId, ["HOSTING"]);
    await act(member.token, { name: "shop" });
    await web.database.db
      .deleteFrom("membership")
      .where("person_id", "=", member.userId)
      .where("team_id", "=", owner.teamId)
      .execute();
    const { body } = await web.call("GET /api/auth/user/activity/action/people", { token: owner.accessToken });
    const userIds = (body.data as { items: { userId: string }[] }).items.map(({ userId }) => userId);
    expect(userIds.toSorted()).toEqual([owner.userId, member.userId].toSorted());
  });
});
