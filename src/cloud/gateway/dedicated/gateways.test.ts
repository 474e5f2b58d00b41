import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, it } from "vitest";
import { testGateways, type TestGateways } from "../../../../tests/support/ipfs/gateways.ts";
import type * as z from "zod/mini";
import { ask } from "../../../../tests/support/server/http.ts";
import { actionOf, callOf } from "../../../../resources/declare/endpoints.ts";
import { gateways } from "../../../../resources/gateway/gateways.ts";
import { gatewaysPerTeam } from "../../../../resources/gateway/limits.ts";

let at: TestGateways;
let team: Awaited<ReturnType<TestGateways["newTeam"]>>;
beforeAll(async () => {
  at = await testGateways();
  team = await at.newTeam();
  await at.create(team, "orchard");
});

describe("a dedicated gateway", () => {
  it("is created and updated by the same call, and is private to its team", async () => {
    const made = await at.create(team, "first-one");
    expect(made).toMatchObject({ name: "first-one", scope: "public", bytes: 0, is_bucket: false, indexPage: "" });
    expect(made.url).toBe("http://first-one.localhost");
    expect(await at.create(team, "first-one", "private")).toMatchObject({ scope: "private", id: made.id });
    const other = await at.newTeam();
    await expect(at.create(other, "first-one")).rejects.toMatchObject({ code: "NAME_TAKEN" });
    expect(await at.gateways.list(at.database.db, other.teamId)).toEqual([]);
    await expect(at.change((trx) => at.gateways.remove(trx, other.teamId, "first-one"))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await at.change((trx) => at.gateways.remove(trx, team.teamId, "first-one"));
    expect(await at.gateways.isTaken(at.database.db, "first-one")).toBe(false);
  });

  it("rejects names used by a site and reserved names", async () => {
    expect(await at.gateways.isTaken(at.database.db, "vacant")).toBe(true);
    expect(await at.gateways.isTaken(at.database.db, "status")).toBe(true);
    await expect(at.create(team, "vacant")).rejects.toMatchObject({ code: "NAME_TAKEN" });
  });

  it("is unlocked by the first deposit", async () => {
    const lockedGateways = at.locked();
    expect(await lockedGateways.isAvailable(at.database.db, team.teamId)).toBe(false);
    const save = at.inTrx((trx) => lockedGateways.save(trx, team.teamId, { name: "too-early", scope: "public" }));
    await expect(save).rejects.toMatchObject({ code: "GATEWAY_LOCKED" });
    expect(await at.gateways.isAvailable(at.database.db, team.teamId)).toBe(true);
  });

  it(`is limited to ${gatewaysPerTeam} per team`, async () => {
    const crowded = await at.newTeam();
    for (let made = 0; made < gatewaysPerTeam; made++) await at.create(crowded, `crowd-${made}`);
    await expect(at.create(crowded, "one-more")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  it("is deleted with its team, including its name, domains and counts", async () => {
    const deletedTeam = await at.newTeam();
    const { id } = await at.create(deletedTeam, "short-lived");
    await at.database.db
      .insertInto("domain")
      .values({
        id,
        team_id: deletedTeam.teamId,
        target_kind: "gateway",
        target_id: id,
        name: "short.example",
        proof_name: "_freehold.short.example",
        proof_value: "x",
      })
      .execute();
    await at.database.db.deleteFrom("team").where("id", "=", deletedTeam.teamId).execute();
    expect(await at.gateways.isTaken(at.database.db, "short-lived")).toBe(false);
    expect(await at.database.db.selectFrom("domain").select("id").where("id", "=", id).execute()).toEqual([]);
  });
});

describe("a host name reused by another gateway", () => {
  it("switches immediately, although this process cached the previous one", async () => {
    const [before, after] = [await at.newTeam(), await at.newTeam()];
    await at.create(before, "changes-hands", "private");
    const cid = await at.hold(after, "of its new owner");
    expect((await at.get("changes-hands", `/ipfs/${cid}`)).status).toBe(401);
    await at.change((trx) => at.gateways.remove(trx, before.teamId, "changes-hands"));
    await at.create(after, "changes-hands");
    const reply = await at.get("changes-hands", `/ipfs/${cid}`);
    expect([reply.status, reply.body.toString()]).toEqual([200, "of its new owner"]);
    await at.change((trx) => at.gateways.remove(trx, after.teamId, "changes-hands"));
    expect((await at.get("changes-hands", `/ipfs/${cid}`)).status).toBe(404);
  });
});

describe("a public gateway", () => {
  it("serves any stored CID, in every format, without the sandbox of the dashboard's origin", async () => {
    const reply = await at.get("orchard", `/ipfs/${at.root}/docs/`);
    expect([reply.status, reply.body.toString()]).toEqual([200, "docs"]);
    expect(reply.headers["content-security-policy"]).toBeUndefined();
    expect(reply.headers["cache-control"]).toBe("public, max-age=29030400, immutable");
    expect((await at.get("orchard", `/ipfs/${at.root}?format=raw`)).headers["content-type"]).toContain("ipld.raw");
    expect((await at.get("orchard", "/ipfs/nonsense")).status).toBe(400);
    expect((await at.get("orchard", "/")).status).toBe(404);
  });

  it("serves its default page at /, and other paths relative to it", async () => {
    await at.change((trx) => at.gateways.change(trx, team.teamId, "orchard", { indexPage: `/ipfs/${at.root}` }));
    expect((await at.get("orchard", "/")).body.toString()).toBe("<h1>Home</h1>");
    expect((await at.get("orchard", "/app.js")).body.toString()).toBe("export {};");
    expect((await at.get("orchard", "/docs")).headers.location).toBe("/docs/");
    expect((await at.get("orchard", "/")).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    await at.change((trx) =>
      at.gateways.change(trx, team.teamId, "orchard", { indexPage: `/ipfs/${at.root}/data.json` }),
    );
    expect((await at.get("orchard", "/")).headers["content-type"]).toContain("application/json");
  });

  it.each(["nonsense", "/ipfs/", "/ipfs/nonsense", "/http/x", "/ipfs/bafkqaaa?x=1", "javascript:alert(1)"])(
    "rejects %s as default page",
    async (page) => {
      const set = at.change((trx) => at.gateways.change(trx, team.teamId, "orchard", { indexPage: page }));
      await expect(set).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  );

  it("is served on its domains", async () => {
    const { id } = await at.create(team, "by-domain");
    at.customHosts.set("ipfs.shop.example", { kind: "gateway", id });
    expect((await ask(at.port, "ipfs.shop.example", `/ipfs/${at.root}/app.js`)).body.toString()).toBe("export {};");
  });

  it("rejects a service worker that would control other content", async () => {
    const worker = { "service-worker": "script" };
    const script = (await at.blocks.list(CID.parse(at.root))).find(({ name }) => name === "app.js")!;
    expect((await at.get("orchard", `/ipfs/${script.cid}?filename=sw.js`, worker)).status).toBe(400);
    expect((await at.get("orchard", `/ipfs/${at.root}/app.js`, worker)).status).toBe(200);
  });

  it("returns 402 once the team's bandwidth is used up", async () => {
    const spent = await at.newTeam();
    await at.create(spent, "spent-all");
    at.usedUp.add(spent.teamId);
    expect((await at.get("spent-all", `/ipfs/${at.root}/app.js`)).status).toBe(402);
  });
});

describe("input limits", () => {
  const accepts = (schema: z.ZodMiniType, value: unknown): boolean => schema.safeParse(value).success;

  it("a name has 6 to 20 lowercase letters, digits and hyphens", () => {
    const names = ["sixsix", "a".repeat(20), "a-1-b-2"];
    expect(names.map((name) => accepts(callOf(gateways, "create").body!, { name, scope: "public" }))).toEqual([
      true,
      true,
      true,
    ]);
    for (const name of ["fives", "a".repeat(21), "-orchard", "orchard-", "Orchard", "or.chard", "or chard"])
      expect([name, accepts(callOf(gateways, "create").body!, { name, scope: "public" })]).toEqual([name, false]);
  });

  it("a gateway has at most 100 origins and 20 user agents", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}.example`);
    expect(accepts(actionOf(gateways, "setOrigins").body!, { origins: many(100) })).toBe(true);
    expect(accepts(actionOf(gateways, "setOrigins").body!, { origins: many(101) })).toBe(false);
    expect(accepts(actionOf(gateways, "setUserAgents").body!, { userAgents: many(20) })).toBe(true);
    expect(accepts(actionOf(gateways, "setUserAgents").body!, { userAgents: many(21) })).toBe(false);
  });
});

describe("rules", () => {
  const setOrigins = (origins: string[], allowBlankOrigin: boolean) =>
    at.change((trx) => at.gateways.change(trx, team.teamId, "ruled-one", { origins, allowBlankOrigin }));
  const statusFrom = async (headers: Record<string, string>): Promise<number> =>
    (await at.get("ruled-one", `/ipfs/${at.root}/app.js`, headers)).status;
  beforeAll(async () => void (await at.create(team, "ruled-one")));

  it("allow only pages of the listed origins, by Origin or Referer", async () => {
    await setOrigins(["https://shop.example", "*.orchard.example", "localhost:5173"], false);
    const allowed = ["https://shop.example", "http://a.b.orchard.example", "http://localhost:5173"];
    const refused = ["http://shop.example", "https://orchard.example", "http://localhost:5174", "https://evil.example"];
    for (const origin of allowed) {
      expect([origin, await statusFrom({ origin })]).toEqual([origin, 200]);
      expect([origin, await statusFrom({ referer: `${origin}/page?x=1` })]).toEqual([origin, 200]);
    }
    for (const origin of refused) expect([origin, await statusFrom({ origin })]).toEqual([origin, 403]);
    expect(await statusFrom({ origin: "https://shop.example.evil.example" })).toBe(403);
    const { headers } = await at.get("ruled-one", `/ipfs/${at.root}/app.js`, { origin: "https://shop.example" });
    expect(headers["access-control-allow-origin"]).toBe("https://shop.example");
    expect(headers.vary).toContain("Origin");
  });

  it("allow or reject requests without an origin, and always allow the gateway's own pages", async () => {
    expect(await statusFrom({})).toBe(403);
    expect(await statusFrom({ origin: "null" })).toBe(403);
    expect(await statusFrom({ referer: `http://ruled-one.localhost:${at.port}/ipfs/x` })).toBe(200);
    await setOrigins(["https://shop.example"], true);
    expect([await statusFrom({}), await statusFrom({ origin: "https://evil.example" })]).toEqual([200, 403]);
    await setOrigins([], true);
    expect(await statusFrom({ origin: "https://evil.example" })).toBe(200);
  });

  it.each(["shop example", "ftp://x", "*.*.x", "https://a/b", "a*"])("reject %j as origin", async (origin) => {
    await expect(setOrigins([origin], true)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("allow only the listed user agents, with * as wildcard", async () => {
    const set = (agents: string[]) =>
      at.change((trx) => at.gateways.change(trx, team.teamId, "ruled-one", { userAgents: agents }));
    await set(["MyApp/", "fire*/130", ""]);
    expect(await statusFrom({ "user-agent": "myapp/2.0 (phone)" })).toBe(200);
    expect(await statusFrom({ "user-agent": "Mozilla/5.0 Firefox/130.0" })).toBe(200);
    expect(await statusFrom({ "user-agent": "Mozilla/5.0 Firefox/129.0" })).toBe(403);
    expect(await statusFrom({})).toBe(403);
    await set([]);
    expect(await statusFrom({})).toBe(200);
  });

  it("limit requests per address and in total, with 429 and Retry-After, and change one by one", async () => {
    await at.create(team, "limited-one");
    const set = (requestsPerMinute: number, requestsPerAddress: number) =>
      at.change((trx) =>
        at.gateways.change(trx, team.teamId, "limited-one", { requestsPerMinute, requestsPerAddress }),
      );
    const from = (address: string) =>
      at.get("limited-one", `/ipfs/${at.root}/app.js`, { "x-forwarded-for": `10.0.0.1, ${address}` });
    await set(0, 2);
    const first = [await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.2")];
    expect(first.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(Number(first[2]!.headers["retry-after"])).toBeGreaterThan(0);
    await set(2, 0);
    const then = [await from("192.0.2.3"), await from("192.0.2.4"), await from("192.0.2.5")];
    expect(then.map(({ status }) => status)).toEqual([200, 200, 429]);
    const changed = async (rules: object) => {
      const rows: unknown[] = [];
      await at.change(async (trx) => void rows.push(await at.gateways.change(trx, team.teamId, "limited-one", rules)));
      return rows[0];
    };
    expect(await changed({ requestsPerAddress: 9 })).toMatchObject({ requestsPerMinute: 2, requestsPerAddress: 9 });
    expect(await changed({})).toMatchObject({ requestsPerMinute: 2, requestsPerAddress: 9 });
  });
});
