import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCall } from "../../../../resources/declare/define.ts";
import { authTokensPerTeam } from "../../../../resources/limits.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { route } from "../../kernel/calls/route.ts";

const deploy = defineCall("POST $hosting/made-up", {
  summary: "Something a deploying program does.",
  can: ["create", "projects"],
  reply: z.object({ teamId: z.string() }),
});

let web: TestWeb;
beforeAll(async () => {
  web = await testWeb({ calls: [deploy], routes: [route(deploy, async ({ caller }) => ({ teamId: caller.teamId }))] });
});

const create = (token: string, name: string) => web.call("POST /api/hosting/user/token/new", { token, body: { name } });
const list = async (token: string, query = "") =>
  (await web.call(`GET /api/hosting/user/token/list${query}`, { token })).body.data as {
    items: { id: string; name: string; usedAt?: number }[];
    total: number;
  };

describe("auth tokens", () => {
  it("are shown once and stored as a hash", async () => {
    const { accessToken } = await web.signIn();
    const { id, token } = (await create(accessToken, "laptop")).body.data as { id: string; token: string };
    expect(token).toMatch(/^fh_[\w-]{43}$/);
    expect(await list(accessToken)).toMatchObject({ items: [{ id, name: "laptop" }], total: 1 });
    const dump = JSON.stringify(await web.database.db.selectFrom("auth_token").selectAll().execute());
    expect(dump).not.toContain(token);
  });

  it("are limited to ten, also in parallel requests", async () => {
    const { accessToken } = await web.signIn();
    const made = await Promise.all(Array.from({ length: 14 }, (_, at) => create(accessToken, `token ${at}`)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(authTokensPerTeam);
    expect(made.find(({ status }) => status !== 200)!.body.code).toBe("LIMIT_REACHED");
  });

  it("record their last use", async () => {
    const { accessToken, teamId, userId } = await web.signIn();
    const { token } = (await create(accessToken, "ci")).body.data as { token: string };
    expect((await list(accessToken)).items[0]!.usedAt).toBeUndefined();
    expect(await web.tokens.verify(token)).toEqual({ teamId, userId, mayDeploy: true });
    expect((await list(accessToken)).items[0]!.usedAt).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  it("grant access to hosting, but not to the account or other tokens", async () => {
    const { accessToken, teamId } = await web.signIn();
    const { token } = (await create(accessToken, "ci")).body.data as { token: string };
    expect((await web.call("POST /api/hosting/made-up", { token })).body.data).toEqual({ teamId });
    expect((await create(token, "another")).status).toBe(403);
    expect((await web.call("GET /api/auth/user", { token })).status).toBe(403);
  });

  it("stop working once deleted, or when their creator lost access to the team", async () => {
    const { accessToken, userId } = await web.signIn();
    const { id, token } = (await create(accessToken, "one")).body.data as { id: string; token: string };
    const other = (await create(accessToken, "two")).body.data as { token: string };
    expect(await web.tokens.verify(token)).toBeDefined();
    expect((await web.call(`DELETE /api/hosting/user/token/${id}`, { token: accessToken })).body.data).toBeNull();
    expect(await web.tokens.verify(token)).toBeUndefined();
    await web.database.db
      .updateTable("membership")
      .set({ status: "DISABLED" })
      .where("person_id", "=", userId)
      .execute();
    expect(await web.tokens.verify(other.token)).toBeUndefined();
  });

  it("of a member work as long as the member has access to hosting, for Git and the API", async () => {
    const [owner, member] = [await web.signIn(), await web.signIn()];
    const membership = { team_id: owner.teamId, person_id: member.userId };
    await web.database.db
      .insertInto("membership")
      .values({ ...membership, type: "COLLABORATION", access: ["HOSTING", "BUCKET"] })
      .execute();
    const session = { authorization: member.accessToken, teamId: owner.teamId, tokenVersion: 1 };
    const teamSession = await web.auth.teamToken(session);
    const { token } = (await create(teamSession, "member's")).body.data as { token: string };
    expect(await web.tokens.verify(token)).toMatchObject({ teamId: owner.teamId, userId: member.userId });
    expect((await web.call("POST /api/hosting/made-up", { token })).body.data).toEqual({ teamId: owner.teamId });
    await web.database.db
      .updateTable("membership")
      .set({ access: ["BUCKET"] })
      .where("team_id", "=", owner.teamId)
      .where("person_id", "=", member.userId)
      .execute();
    web.tokens.forget();
    expect(await web.tokens.verify(token)).toBeUndefined();
    expect((await web.call("POST /api/hosting/made-up", { token })).status).toBe(401);
  });

  it("of another team return 404", async () => {
    const [owner, stranger] = [await web.signIn(), await web.signIn()];
    const { id } = (await create(owner.accessToken, "mine")).body.data as { id: string };
    for (const wrong of [id, "not-an-id"]) {
      const answer = await web.call(`DELETE /api/hosting/user/token/${wrong}`, { token: stranger.accessToken });
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await list(owner.accessToken)).total).toBe(1);
    expect((await list(stranger.accessToken)).total).toBe(0);
  });

  it("are listed newest first, in pages", async () => {
    const { accessToken } = await web.signIn();
    for (const name of ["a", "b", "c"]) await create(accessToken, name);
    const page = await list(accessToken, "?page=2&size=2");
    expect([page.items.map(({ name }) => name), page.total]).toEqual([["a"], 3]);
  });

  it("require a name", async () => {
    const { accessToken } = await web.signIn();
    const empty = await create(accessToken, "  ");
    expect([empty.status, empty.body.data]).toEqual([422, { name: ["Name is required."] }]);
  });
});
