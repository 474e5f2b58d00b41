import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operationLogKeptSeconds } from "../../../../resources/limits.ts";
import { logs, operationLogWeb, type Entry } from "../../../../tests/support/account/operation-log.ts";
import { sweepOperations } from "./service.ts";

const { web, entriesOf, act, kept } = await operationLogWeb();

const edited = async (token: string): Promise<Entry[]> =>
  (await entriesOf(token)).filter(({ action }) => action === "HOSTING_EDIT_PROJECT");

describe("the operation log", () => {
  it("every mutating call writes one entry: user, role, action, target, IP address and time", async () => {
    const { accessToken: token, userId, account } = await web.signIn();
    await act(token, { name: "shop", switched: true });
    const [entry, ...others] = await edited(token);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ target: "shop", userId, address: account.address, role: "OWNER", via: "SESSION" });
    expect(entry!.details).toMatchObject({ name: "shop", switched: true, id: expect.any(String) as string });
    expect(entry!.ip).toMatch(/127\.0\.0\.1|::1/);
    expect(Math.abs(entry!.createdAt - Date.now() / 1000)).toBeLessThan(60);
  });

  it("lists the entries of one object by its identifier, in its path or its reply", async () => {
    const { accessToken: token } = await web.signIn();
    const object = randomUUID();
    await web.call(`POST /api/hosting/change/${object}`, { token, body: { name: "shop" } });
    await act(token, { name: "other" });
    const actions = async (query: string) => (await entriesOf(token, query)).map(({ target }) => target);
    expect(await actions(`&object=${object}`)).toEqual(["shop"]);
    expect(await actions("&object=other&family=HOSTING")).toEqual(["other"]);
    expect(await actions("&object=other&family=BUCKET")).toEqual([]);
    const { accessToken: another } = await web.signIn();
    expect(await entriesOf(another, `&object=${object}`)).toEqual([]);
  });

  it("a refused call writes none", async () => {
    const { accessToken: token } = await web.signIn();
    expect((await act(token, { name: "shop", refuse: true })).status).toBe(409);
    expect((await act(token, { switched: 1 })).status).toBe(422);
    expect(await edited(token)).toEqual([]);
  });

  it("a call repeated with its idempotency key writes one", async () => {
    const { accessToken: token } = await web.signIn();
    const line = `POST /api/hosting/change/${randomUUID()}`;
    const headers = { "idempotency-key": randomUUID() };
    const twins = [1, 2, 3].map(() => web.call(line, { token, body: { name: "once" }, headers }));
    for (const { status } of await Promise.all(twins)) expect(status).toBe(200);
    expect(await edited(token)).toHaveLength(1);
  });

  it("a stream writes its entry once it is consumed", async () => {
    const { accessToken: token } = await web.signIn();
    await fetch(`${web.url}/api/hosting/sent`, { method: "PUT", body: "12345", headers: { authorization: token } });
    const [entry] = await entriesOf(token);
    expect(entry).toMatchObject({ action: "HOSTING_UPLOAD", target: "a stream", details: { bytes: 5 } });
  });

  it("calls declared as not logged write none", async () => {
    const { accessToken: token } = await web.signIn();
    const before = await entriesOf(token);
    expect((await web.call("POST /api/hosting/silent", { token })).status).toBe(200);
    expect(await entriesOf(token)).toEqual(before);
  });

  it("no secret is stored, only that it was sent", async () => {
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

  it("text that the database rejects is stored as far as possible", async () => {
    const { accessToken: token } = await web.signIn();
    expect((await act(token, { name: "half \ud83d a pair" })).status).toBe(200);
    expect((await edited(token))[0]!.target).toBe("half \ufffd a pair");
  });

  it("signing in is logged in the user's own team", async () => {
    const { accessToken: token, userId } = await web.signIn();
    const [entry, ...others] = await entriesOf(token);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: "OAUTH_SIGN_IN", userId, role: "OWNER" });
  });

  it("signing out is logged in the user's own team", async () => {
    const { accessToken, refreshToken, account, userId } = await web.signIn();
    await web.call("POST /api/auth/sign-out", { body: { refreshToken } });
    expect((await web.call(`GET ${logs}`, { token: accessToken })).status).toBe(401);
    const { accessToken: token } = await web.signIn(account);
    const entries = await entriesOf(token);
    expect(entries.map(({ action }) => action)).toEqual(["OAUTH_SIGN_IN", "OAUTH_SIGN_OUT", "OAUTH_SIGN_IN"]);
    expect(entries[1]).toMatchObject({ userId, role: "OWNER" });
  });

  it("an entry is kept for a year, and deleted with its team", async () => {
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
