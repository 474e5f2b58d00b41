/** Read access to private gateways. */
import { beforeAll, describe, expect, it } from "vitest";
import { testGateways, type TestGateways } from "../../../../tests/support/ipfs/gateways.ts";

let at: TestGateways;
let token: string;
let otherToken: string;
let deployToken: string;
let own: string;
let others: string;
beforeAll(async () => {
  at = await testGateways();
  const [team, other] = [await at.newTeam(), await at.newTeam()];
  await at.create(team, "hidden-one", "private");
  await at.create(team, "open-one");
  [token, otherToken] = [await at.token(team), await at.token(other)];
  deployToken = await at.deployToken(team);
  own = await at.hold(team, "our own words");
  others = await at.hold(other, "words of others");
});

const statusOf = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await at.get("hidden-one", path, headers)).status;
const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

describe("a private gateway", () => {
  it("serves team content to callers with a team token, in the header or in the URL", async () => {
    const reply = await at.get("hidden-one", `/ipfs/${own}`, bearer(token));
    expect([reply.status, reply.body.toString()]).toEqual([200, "our own words"]);
    expect(await statusOf(`/ipfs/${own}?token=${token}`)).toBe(200);
    expect(await statusOf(`/ipfs/${own}?format=raw&token=${token}`)).toBe(200);
    expect(await statusOf(`/ipfs/${own}?format=car&token=${token}`)).toBe(200);
  });

  it("disables caching and referrers, so the token in the URL does not leak", async () => {
    const { headers } = await at.get("hidden-one", `/ipfs/${own}?token=${token}`);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });

  it.each([
    ["no token", () => ({})],
    ["an invalid token", () => bearer("fhg_wrong")],
    ["another team's token", () => bearer(otherToken)],
    ["an auth token", () => bearer(deployToken)],
    ["an empty token", () => ({ authorization: "Bearer " })],
  ])("returns 401 with %s", async (_, headers) => {
    const reply = await at.get("hidden-one", `/ipfs/${own}`, headers());
    expect([reply.status, reply.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    expect(reply.body.toString()).not.toContain("our own words");
    expect((await at.get("hidden-one", `/ipfs/${own}`, headers(), "HEAD")).status).toBe(401);
  });

  it("returns the same response for other teams' content and missing content", async () => {
    const texts = await Promise.all(
      [others, at.root, "bafkqaaa"].map(async (cid) => {
        const reply = await at.get("hidden-one", `/ipfs/${cid}`, bearer(token));
        return [reply.status, reply.body.toString().includes("Content not found")];
      }),
    );
    expect(texts).toEqual([
      [404, true],
      [404, true],
      [404, true],
    ]);
    for (const form of ["raw", "car"])
      expect(await statusOf(`/ipfs/${others}?format=${form}`, bearer(token))).toBe(404);
  });

  it("rejects a deleted token", async () => {
    const { db } = at.database;
    const [team] = await db.selectFrom("gateway").select("team_id").where("name", "=", "hidden-one").execute();
    const late = await at.token({
      teamId: team!.team_id,
      userId: (await db.selectFrom("team").select("owner_id").where("id", "=", team!.team_id).executeTakeFirstOrThrow())
        .owner_id,
    });
    await db.deleteFrom("auth_token").where("name", "=", "server").where("purpose", "=", "gateway").execute();
    expect(await statusOf(`/ipfs/${own}`, bearer(late))).toBe(401);
  });

  it("does not affect a public gateway of the same team, which serves all stored content without a token", async () => {
    expect((await at.get("open-one", `/ipfs/${own}`)).status).toBe(200);
  });
});
