import { beforeAll, describe, expect, it } from "vitest";
import { testGateways, type TestGateways } from "../../../../tests/support/ipfs/gateways.ts";
import { gatewayTopKept } from "../../../../resources/gateway/limits.ts";
import { agentName } from "../../lib/agent-name.ts";
import { createCounts } from "./counts.ts";
import { sweepCounts, writeCounts } from "./write-counts.ts";

let at: TestGateways;
let team: Awaited<ReturnType<TestGateways["newTeam"]>>;
beforeAll(async () => {
  at = await testGateways();
  team = await at.newTeam();
});

const analytics = (name: string, span = {}) => at.gateways.analytics(at.database.db, team.teamId, name, span);

describe("analytics of a gateway", () => {
  it("count requests and bytes by CID, referrer, client and status, without tokens", async () => {
    await at.create(team, "counted");
    const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/130.0" };
    const secret = "fhg_secret-token-in-the-address";
    await at.get("counted", `/ipfs/${at.root}/app.js?token=${secret}`, {
      ...firefox,
      referer: `https://shop.example/page?token=${secret}`,
    });
    await at.get("counted", `/ipfs/${at.root}/docs/`, firefox);
    await at.get("counted", "/ipfs/nonsense", { "user-agent": `curl/8 ${secret}` });
    await expect.poll(async () => (await analytics("counted")).requests).toBe(3);
    const found = await analytics("counted");
    expect(found).toMatchObject({
      bytes: 14,
      cids: [{ value: at.root, requests: 2, bytes: 14 }],
      referers: [{ value: "shop.example", requests: 1, bytes: 10 }],
      agents: [
        { value: "Firefox", requests: 2 },
        { value: "curl", requests: 1 },
      ],
      statuses: [
        { value: "200", requests: 2 },
        { value: "400", requests: 1 },
      ],
    });
    expect(JSON.stringify(found)).not.toContain("secret");
    const [listed] = (await at.gateways.list(at.database.db, team.teamId)).filter(({ name }) => name === "counted");
    expect(listed!.bytes).toBe(14);
  });

  it("have a point for each hour of short spans, and for each day of long ones", async () => {
    await at.create(team, "drawn-one");
    const now = Math.floor(Date.now() / 1000);
    const short = await analytics("drawn-one", { startAt: now - 7200 });
    expect([short.stepSeconds, short.points.length]).toEqual([3600, 3]);
    const long = await analytics("drawn-one");
    expect([long.stepSeconds, long.points.length]).toEqual([86_400, 31]);
    expect(long.points.every(({ at: moment }, index) => moment === long.points[0]!.at + index * 86_400)).toBe(true);
    expect((await analytics("drawn-one", { startAt: 0, endAt: now + 10 ** 9 })).points.length).toBeLessThanOrEqual(92);
  });

  it("are invisible to other teams", async () => {
    await at.create(team, "own-one");
    const other = await at.newTeam();
    const analyticsRequest = at.gateways.analytics(at.database.db, other.teamId, "own-one", {});
    await expect(analyticsRequest).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("keep a limited number of values, and count the rest together", async () => {
    const { id } = await at.create(team, "flooded");
    const { db } = at.database;
    for (const round of [0, 1]) {
      const counts = createCounts();
      for (let index = 0; index < gatewayTopKept + 50; index++) {
        counts.record({ gatewayId: id, bytes: 1, status: 200, referer: `${round}-${index}.example` });
      }
      await writeCounts(db, counts.take());
    }
    const rows = await db
      .selectFrom("gateway_top")
      .select(["value", "requests"])
      .where("gateway_id", "=", id)
      .where("kind", "=", "referer")
      .execute();
    expect(rows.length).toBe(gatewayTopKept + 1);
    expect(rows.find(({ value }) => value === "other")!.requests).toBe(BigInt(50 + gatewayTopKept + 50));
    expect((await analytics("flooded")).requests).toBe(2 * (gatewayTopKept + 50));
  });

  it("of deleted gateways and older than 90 days are removed", async () => {
    const counts = createCounts();
    counts.record({ gatewayId: "00000000-0000-4000-8000-000000000000", bytes: 1, status: 200 });
    await writeCounts(at.database.db, counts.take());
    const { id } = await at.create(team, "old-counts");
    const old = { gateway_id: id, requests: 1n, bytes: 1n };
    await at.database.db
      .insertInto("gateway_hour")
      .values({ ...old, hour: new Date(Date.now() - 91 * 86_400_000) })
      .execute();
    await at.database.db
      .insertInto("gateway_top")
      .values({ ...old, day: "2020-01-01", kind: "cid", value: "x" })
      .execute();
    await sweepCounts(at.database.db);
    for (const table of ["gateway_hour", "gateway_top"] as const) {
      const left = await at.database.db.selectFrom(table).select("bytes").where("gateway_id", "=", id).execute();
      expect(left).toEqual([]);
    }
  });
});

describe("the name of a client", () => {
  it.each([
    ["Mozilla/5.0 (Macintosh) AppleWebKit/605 (KHTML, like Gecko) Version/17.4 Safari/605.1", "Safari"],
    ["Mozilla/5.0 (Windows) AppleWebKit/537 (KHTML, like Gecko) Chrome/126.0 Safari/537 Edg/126.0", "Edge"],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
    ["curl/8.5.0", "curl"],
    ["()", "other"],
  ])("%s is %s", (agent, name) => {
    expect(agentName(agent)).toBe(name);
  });
});
