import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { NodeInfo } from "../../../resources/boost/nodes/node-calls.ts";
import { boostWeb, type BoostNode, type BoostWeb } from "../../support/billing/boost.ts";

let web: BoostWeb;
beforeAll(async () => {
  web = await boostWeb();
});

const byNumber = (one: number, other: number): number => one - other;
const infoOf = ({ data }: BoostNode): Promise<NodeInfo> => data<NodeInfo>("GET /node/info");

describe("a node", () => {
  it("is unique per user, also under concurrent joins", async () => {
    const { accessToken } = await web.signIn();
    const joining = () => web.call("POST /api/boost/node/create", { token: accessToken, body: {} });
    const answers = await Promise.all([joining(), joining(), joining()]);
    const joined = answers.map(({ body }) => body.data as { token: string; isNew: boolean });
    expect(joined.filter(({ isNew }) => isNew)).toHaveLength(1);
    const nodes = await Promise.all(joined.map(({ token }) => web.boost.tokens.verify(token)));
    expect(new Set(nodes.map((node) => node?.nodeId)).size).toBe(1);
  });

  it("is called with its own token only, which opens nothing else and ends with its session", async () => {
    const { accessToken, refreshToken, token } = await web.join();
    const refused = { code: 401, message: "Access denied!" };
    for (const wrong of [undefined, accessToken, "node_wrong"])
      expect((await web.call("GET /api/boost/node/info", { token: wrong })).body).toEqual(refused);
    expect((await web.call("GET /api/auth/user", { token: `Bearer ${token}` })).status).toBe(401);
    await web.call("POST /api/auth/sign-out", { body: { refreshToken } });
    expect((await web.call("GET /api/boost/node/info", { token })).body).toEqual(refused);
  });

  it("earns 30 points an hour on the web, up to 300, and gives them once", async () => {
    const { data } = await web.join();
    web.advance(1800);
    expect(await data("PUT /node/claim")).toMatchObject({ collected: "15", totalPoint: "15" });
    expect(await data("PUT /node/claim")).toMatchObject({ collected: "0", totalPoint: "15" });
    web.advance(1_000_000);
    expect(await data("GET /node/info")).toMatchObject({ claimable: "300", capacity: 300 });
  });

  it("reports the full booster info", async () => {
    const node = await web.join();
    web.advance(60);
    expect(await infoOf(node)).toMatchObject({
      baseRate: [{ rate: 30, start: web.now() - 60 }],
      boosts: [],
      capacity: 300,
      claimable: "0.5",
      computed: "0",
      computeTimestamp: web.now() - 60,
      rateBuff: 0,
      totalPoint: "0",
      preActivities: [],
      negative: "0",
      protectExpiredAt: -1,
      rates: { base: "30", boost: "0", total: "30" },
      locked: false,
      stages: [],
      at: web.now(),
    });
  });

  it("collecting in parallel, each on a separate connection, gives the points once", async () => {
    const node = await web.join();
    web.advance(3600);
    const all = await Promise.all(Array.from({ length: 6 }, () => node.data("PUT /node/claim")));
    expect(all.map(({ collected }) => collected).filter((collected) => collected !== "0")).toEqual(["30"]);
    expect((await infoOf(node)).totalPoint).toBe("30");
  });

  it("collected again with the same Idempotency-Key answers the same and gives nothing more", async () => {
    const node = await web.join();
    web.advance(3600);
    const [once, again] = [0, 1].map(() => node.data("PUT /node/claim", undefined, { "idempotency-key": "one" }));
    expect(await once).toMatchObject({ collected: "30" });
    expect(await again).toEqual(await once);
    expect((await infoOf(node)).totalPoint).toBe("30");
  });

  it("with a clock that goes backward adds and loses nothing", async () => {
    const node = await web.join();
    web.advance(3600);
    await node.data("PUT /node/claim");
    web.advance(-1800);
    expect(await node.data("PUT /node/claim")).toMatchObject({ collected: "0", totalPoint: "30" });
    web.advance(1800 + 3600);
    expect(await node.data("PUT /node/claim")).toMatchObject({ collected: "30", totalPoint: "60" });
  });

  it("without a base rate is locked: The boost is locked when there is no base rate.", async () => {
    const node = await web.join();
    await sql`update boost_node set base_rate = '[]' where id = ${node.nodeId}`.execute(web.database.db);
    web.advance(3600);
    expect(await node.data("PUT /node/claim")).toMatchObject({ collected: "0" });
    expect(await infoOf(node)).toMatchObject({ locked: true, rates: { total: "0" } });
  });

  it("has a rate limit for each call, from all addresses together", async () => {
    const node = await web.join();
    const other = await web.join();
    const ask = (asking: BoostNode, at: number) =>
      asking.ask("GET /captcha", undefined, { "x-forwarded-for": `10.0.0.${at}` });
    const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => ask(node, at)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await ask(other, 0)).status).toBe(200);
  });
});

describe("a stage", () => {
  const million = 1_000_000n;

  it("unlocks for 1,000,000 LAND: +100 points/h and +2,500 capacity, once", async () => {
    const node = await web.join();
    expect((await node.ask("POST /node/stage/storage", {})).body.code).toBe(10_002);
    await web.giveLand(node.teamId, 3n * million);
    web.advance(3600);
    expect(await node.data("POST /node/stage/storage", {})).toMatchObject({
      stages: ["storage"],
      capacity: 2800,
      claimable: "30",
      rates: { base: "130" },
    });
    web.advance(3600);
    expect((await infoOf(node)).claimable).toBe("160");
    expect((await node.ask("POST /node/stage/storage", {})).body.code).toBe("STAGE_OPEN");
    expect(await landOf(node.teamId)).toBe(2n * million);
    for (const stage of ["network", "compute"]) await node.data(`POST /node/stage/${stage}`, {});
    expect(await infoOf(node)).toMatchObject({ stages: ["storage", "network", "compute"], capacity: 7800 });
    expect(await landOf(node.teamId)).toBe(0n);
    expect((await node.ask("POST /node/stage/moon", {})).status).toBe(404);
  });

  it("bought twice at once is paid once", async () => {
    const node = await web.join();
    await web.giveLand(node.teamId, 2n * million);
    const answers = await Promise.all([0, 1, 2].map(() => node.ask("POST /node/stage/compute", {})));
    expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409]);
    expect(await landOf(node.teamId)).toBe(million);
  });

  const landOf = async (teamId: string): Promise<bigint> =>
    (await web.ledger.available(web.database.db, teamId)) / 10n ** 18n;
});

it("expired records are deleted", async () => {
  const { ask, nodeId } = await web.join();
  await ask("GET /captcha");
  web.advance(301);
  await web.boost.sweep();
  const { rows } = await sql`select 1 from boost_captcha where node_id = ${nodeId}`.execute(web.database.db);
  expect(rows).toEqual([]);
});
