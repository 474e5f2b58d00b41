import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { beforeAll, describe, expect, it } from "vitest";
import { operationCalls } from "../../../../resources/account/operation-calls.ts";
import { operationLog } from "../../../../resources/account/operation-log.ts";
import { defineCall, type Resource } from "../../../../resources/define.ts";
import { customDateMinSeconds, operationLogKeptSeconds } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/messages.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/web.ts";
import { AppError } from "../../app-error.ts";
import { route } from "../route.ts";
import { operationLogRoutes } from "./routes.ts";
import { recordOperation, sweepOperations } from "./service.ts";

const change = defineCall("POST $hosting/change/{id}", {
  summary: "Made up: changes something.",
  can: ["edit", "projects"],
  log: "HOSTING_EDIT_PROJECT",
  body: z.object({
    name: z.string(),
    secret: z.optional(z.string()),
    password: z.optional(z.string()),
    switched: z.optional(z.boolean()),
    env: z.optional(z.array(z.object({ key: z.string(), value: z.string() }))),
    refuse: z.optional(z.boolean()),
  }),
  reply: z.null(),
});
const send = defineCall("PUT $hosting/sent", {
  summary: "Made up: takes a stream.",
  can: ["edit", "projects"],
  log: "HOSTING_UPLOAD",
  stream: true,
  reply: z.null(),
});
const silent = defineCall("POST $hosting/silent", {
  summary: "Made up: nothing worth keeping.",
  can: ["edit", "projects"],
  log: false,
  reply: z.null(),
});

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
  readonly userId?: string;
  readonly userName: string;
  readonly address: string;
  readonly role?: string;
  readonly via: string;
  readonly ip: string;
  readonly createdAt: number;
}

const logs = "/api/auth/user/activity/action/logs";
let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({
    resources: [operationLog as unknown as Resource],
    calls: [...operationCalls, change, send, silent],
    routes: [
      ...operationLogRoutes(),
      route(change, async ({ body }) => {
        if (body.refuse) throw new AppError("NAME_TAKEN");
        return null;
      }),
      route(send, async ({ stream, logged }) => {
        let bytes = 0;
        for await (const chunk of stream) bytes += (chunk as Buffer).length;
        logged({ target: "a stream", details: { bytes } });
        return null;
      }),
      route(silent, async () => null),
    ],
  });
});

const entriesOf = async (token: string, query = ""): Promise<Entry[]> => {
  const { status, body } = await web.call(`GET ${logs}?size=100${query}`, { token });
  expect(status).toBe(200);
  return (body.data as { items: Entry[] }).items;
};
const edited = async (token: string): Promise<Entry[]> =>
  (await entriesOf(token)).filter(({ action }) => action === "HOSTING_EDIT_PROJECT");
const act = (token: string, body: object, headers = {}) =>
  web.call(`POST /api/hosting/change/${randomUUID()}`, { token, body, headers });

/** A member of somebody's team, with the team's token. */
const joined = async (teamId: string, access: readonly string[]) => {
  const member = await web.signIn();
  await web.database.db
    .insertInto("membership")
    .values({ team_id: teamId, person_id: member.userId, type: "COLLABORATION", access: access as never })
    .execute();
  const { body } = await web.call("GET /api/auth/cooperation/teams", { token: member.accessToken });
  const { items } = body.data as { items: { teamId: string; token: string }[] };
  return { ...member, token: items.find((team) => team.teamId === teamId)!.token };
};
const everything = ["HOSTING", "BUCKET", "GATEWAY", "RPC", "RAAS", "AIRPC", "RESOURCE", "MEMBER"];

/** Entries as the service itself keeps them, so many days old. */
const kept = async (teamId: string, entries: readonly { target: string; daysAgo: number }[]): Promise<void> => {
  const by = { personId: null, via: "HOOK", action: "HOSTING_RUN_HOOK", details: {}, ip: "" } as const;
  for (const { target, daysAgo } of entries) {
    await recordOperation(web.database.db, { ...by, teamId, target });
    await web.database.db
      .updateTable("operation_log")
      .set({ at: new Date(Date.now() - daysAgo * 86_400_000) })
      .where("target", "=", target)
      .where("team_id", "=", teamId)
      .execute();
  }
};

describe("the operation log", () => {
  it("every mutating call writes one entry: who, as what, what, from where and when", async () => {
    const { accessToken: token, userId, account } = await web.signIn();
    await act(token, { name: "shop", switched: true });
    const [entry, ...others] = await edited(token);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ target: "shop", userId, address: account.address, role: "OWNER", via: "SESSION" });
    expect(entry!.details).toMatchObject({ name: "shop", switched: true, id: expect.any(String) as string });
    expect(entry!.ip).toMatch(/127\.0\.0\.1|::1/);
    expect(Math.abs(entry!.createdAt - Date.now() / 1000)).toBeLessThan(60);
  });

  it("a refused call leaves none", async () => {
    const { accessToken: token } = await web.signIn();
    expect((await act(token, { name: "shop", refuse: true })).status).toBe(409);
    expect((await act(token, { switched: 1 })).status).toBe(422);
    expect(await edited(token)).toEqual([]);
  });

  it("a call that is repeated with its idempotency key leaves one", async () => {
    const { accessToken: token } = await web.signIn();
    const line = `POST /api/hosting/change/${randomUUID()}`;
    const headers = { "idempotency-key": randomUUID() };
    const twins = [1, 2, 3].map(() => web.call(line, { token, body: { name: "once" }, headers }));
    for (const { status } of await Promise.all(twins)) expect(status).toBe(200);
    expect(await edited(token)).toHaveLength(1);
  });

  it("a stream leaves its entry once it has been taken", async () => {
    const { accessToken: token } = await web.signIn();
    await fetch(`${web.url}/api/hosting/sent`, { method: "PUT", body: "12345", headers: { authorization: token } });
    const [entry] = await entriesOf(token);
    expect(entry).toMatchObject({ action: "HOSTING_UPLOAD", target: "a stream", details: { bytes: 5 } });
  });

  it("what is declared as not worth keeping is not kept", async () => {
    const { accessToken: token } = await web.signIn();
    const before = await entriesOf(token);
    expect((await web.call("POST /api/hosting/silent", { token })).status).toBe(200);
    expect(await entriesOf(token)).toEqual(before);
  });

  it("nothing secret is kept, only that it was sent", async () => {
    const { accessToken: token } = await web.signIn();
    await act(token, {
      name: "shop",
      secret: "hidden-1",
      password: "hidden-2",
      env: [{ key: "TOKEN", value: "hidden-3" }],
    });
    const [entry] = await edited(token);
    expect(entry!.details).toMatchObject({ name: "shop", env: 1, withheld: ["secret", "password"] });
    const { rows } = await web.database.pool.query<{ all: string }>(
      "select operation_log::text as all from operation_log",
    );
    expect(rows.some(({ all }) => all.includes("hidden"))).toBe(false);
  });

  it("text that no database takes is kept as far as it can be", async () => {
    const { accessToken: token } = await web.signIn();
    expect((await act(token, { name: "half \ud83d a pair" })).status).toBe(200);
    expect((await edited(token))[0]!.target).toBe("half \ufffd a pair");
  });

  it("signing in is kept in the person's own team", async () => {
    const { accessToken: token, userId } = await web.signIn();
    const [entry, ...others] = await entriesOf(token);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: "OAUTH_SIGN_IN", userId, role: "OWNER" });
  });

  it("signing out is kept in the person's own team", async () => {
    const { accessToken, refreshToken, account, userId } = await web.signIn();
    await web.call("POST /api/auth/sign-out", { body: { refreshToken } });
    expect((await web.call(`GET ${logs}`, { token: accessToken })).status).toBe(401);
    const { accessToken: token } = await web.signIn(account);
    const entries = await entriesOf(token);
    expect(entries.map(({ action }) => action)).toEqual(["OAUTH_SIGN_IN", "OAUTH_SIGN_OUT", "OAUTH_SIGN_IN"]);
    expect(entries[1]).toMatchObject({ userId, role: "OWNER" });
  });

  it("filters ALL / OWNER / MEMBER tell what the owner did from what members did", async () => {
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

  it("Operation Log only for full-access members: others are refused, another team's does not exist", async () => {
    const owner = await web.signIn();
    await act(owner.accessToken, { name: "shop" });
    const some = await joined(owner.teamId, ["HOSTING", "MEMBER"]);
    const full = await joined(owner.teamId, everything);
    const stranger = await web.signIn();
    const asked = async (token: string) => (await web.call(`GET ${logs}?teamId=${owner.teamId}`, { token })).status;
    expect(await asked(some.accessToken)).toBe(403);
    expect(await asked(stranger.accessToken)).toBe(404);
    expect(await asked(full.accessToken)).toBe(200);
    const seen = await entriesOf(full.accessToken, `&teamId=${owner.teamId}`);
    expect(seen.map(({ target }) => target)).toContain("shop");
    expect((await entriesOf(full.accessToken)).map(({ target }) => target)).not.toContain("shop");
  });

  it("ranges: a day, 30 days, or a custom one whose ends both belong to it", async () => {
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
    expect(answer.body.data).toEqual({ startAt: [messages.customDate] });
    const later = Math.floor(Date.now() / 1000) + 2 * 86_400;
    expect((await web.call(`GET ${logs}?endAt=${later}`, { token })).status).toBe(422);
    expect((await web.call(`GET ${logs}?startAt=${customDateMinSeconds}`, { token })).status).toBe(200);
  });

  it("pages go on where the last one ended, also past entries that came meanwhile", async () => {
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

  it("looks for a word in what was done to, in which no character is a wildcard", async () => {
    const { accessToken: token } = await web.signIn();
    await act(token, { name: "100%_shop" });
    await act(token, { name: "100 shops" });
    const found = async (word: string) =>
      (await entriesOf(token, `&keyword=${encodeURIComponent(word)}`)).map(({ target }) => target);
    expect(await found("%_SHOP")).toEqual(["100%_shop"]);
    expect(await found("shop")).toEqual(["100 shops", "100%_shop"]);
  });

  it("names everybody who has an entry, those who have left too", async () => {
    const owner = await web.signIn();
    const member = await joined(owner.teamId, ["HOSTING"]);
    await act(member.token, { name: "shop" });
    await web.database.db
      .deleteFrom("membership")
      .where("person_id", "=", member.userId)
      .where("team_id", "=", owner.teamId)
      .execute();
    const { body } = await web.call("GET /api/auth/user/activity/action/people", { token: owner.accessToken });
    const people = (body.data as { items: { userId: string }[] }).items.map(({ userId }) => userId);
    expect(people.toSorted()).toEqual([owner.userId, member.userId].toSorted());
  });

  it("an entry is kept for a year, and goes with its team", async () => {
    const { accessToken: token, teamId } = await web.signIn();
    const year = operationLogKeptSeconds / 86_400;
    await kept(teamId, [
      { target: "young", daysAgo: year - 1 },
      { target: "old", daysAgo: year + 1 },
    ]);
    await sweepOperations(web.database.db);
    expect((await entriesOf(token, "&family=HOSTING")).map(({ target }) => target)).toEqual(["young"]);
    await web.database.db.deleteFrom("team").where("id", "=", teamId).execute();
    await kept(teamId, [{ target: "after the end", daysAgo: 0 }]);
    const left = await web.database.db.selectFrom("operation_log").select("id").where("team_id", "=", teamId).execute();
    expect(left).toEqual([]);
  });
});
