/** What a team without LAND still gets, tested from outside: its sites, gateways and names by their real host names. */
import { randomUUID } from "node:crypto";
import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import type { BucketAddress } from "../../../resources/storage/domain-calls.ts";
import { keptAfterSeconds, servedAfterSeconds } from "../../../resources/billing/packages.ts";
import type { DnsRecord } from "../../../resources/hosting/domains/domains.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { testDns } from "../../support/hosting/dns.ts";
import { setRecords } from "../../support/hosting/domains.ts";
import { ask } from "../../support/server/http.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { s3User } from "../../support/storage/s3-user.ts";

const patience = { timeout: 90_000 };
const paused = "This site is paused. Its team has no balance left or has reached a spend cap.";

const operatorKey = privateKeyToAccount(generatePrivateKey());
let cloud: TestCloud;
let owner: Awaited<ReturnType<typeof s3User>>;
let teamId: string;
/** Every name that leads to content of the team, by type. */
let named: Readonly<Record<string, readonly [host: string, path: string]>>;
/** CID of the site's content. */
let cid: string;

const at = ([host, path]: readonly [string, string]) => ask(cloud.port, host, path);

beforeAll(async () => {
  const dns = await testDns();
  cloud = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10", OPERATORS: operatorKey.address });
  owner = await s3User(cloud.url);
  const { items } = await owner.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  teamId = items[0]!.teamId;

  const projectId = await owner.site("shop", "<h1>Shop</h1>");
  const { mainLink } = await owner.data<{ mainLink: string }>(`GET /api/hosting/project/${projectId}`);
  const domain = { domain: "shop.example", projectId, createType: 2 };
  const { domainId } = await owner.data<{ domainId: string }>("POST /api/hosting/domain", domain);
  const { records } = await owner.data<{ records: DnsRecord[] }>(`GET /api/hosting/domain/${domainId}`);
  setRecords(dns, records);
  await owner.data(`GET /api/hosting/domain/verify/${domainId}`);
  const [deployment] = await cloud.database.db
    .selectFrom("deployment")
    .select("cid")
    .where("project_id", "=", projectId)
    .execute();
  cid = deployment!.cid!;

  await owner.data("PUT /api/gateway/gateway", { name: "shopgate", scope: "public" });
  const name = { name: "shop", value: `/ipfs/${cid}`, lifetime: 30 };
  const { key } = await owner.data<{ key: string }>("POST /api/ipns/names", name);
  await owner.client.send(new CreateBucketCommand({ Bucket: "shelf" }));
  await owner.client.send(new PutObjectCommand({ Bucket: "shelf", Key: "index.html", Body: "<h1>Shelf</h1>" }));
  const { url } = await owner.data<BucketAddress>("PUT /api/bucketDomain/address/shelf", { on: true });
  named = {
    "a site": [new URL(mainLink).host, "/"],
    "a site under a custom domain": ["shop.example", "/"],
    "a dedicated gateway": ["shopgate.localhost", `/ipfs/${cid}/`],
    "a bucket's address": [new URL(url!).host, "/"],
    "an IPNS name at the shared gateway": ["localhost", `/ipns/${key}/`],
    "an IPNS name on a host of its own": [`${key}.ipns.localhost`, "/"],
  };
});

const shown = async (): Promise<Record<string, number>> => {
  const answers = Object.entries(named).map(async ([what, address]) => [what, (await at(address)).status] as const);
  return Object.fromEntries(await Promise.all(answers));
};
const all = (status: number) => Object.fromEntries(Object.keys(named).map((what) => [what, status]));

/** Uses up the packages this many seconds ago. */
const useUp = async (secondsAgo: number): Promise<void> => {
  const { db } = cloud.database;
  await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", teamId).execute();
  const began_at = new Date(Date.now() - secondsAgo * 1000);
  // The hourly settlement may already have recorded it.
  await db
    .insertInto("dunning")
    .values({ team_id: teamId, began_at })
    .onConflict((conflict) => conflict.column("team_id").doUpdateSet({ began_at }))
    .execute();
};

describe("when packages and LAND are used up", () => {
  it("sites are served 7 more days, then a plain page says 402, and a deposit restores them", async () => {
    await expect.poll(shown, patience).toEqual(all(200));
    await useUp(servedAfterSeconds - 600);
    expect((await at(named["a site"]!)).status).toBe(200);
    expect((await at(named["a site under a custom domain"]!)).status).toBe(200);

    await useUp(servedAfterSeconds + 600);
    await expect.poll(shown, patience).toEqual(all(402));
    for (const address of Object.values(named)) {
      const { headers, body } = await at(address);
      expect([body.toString(), headers["cache-control"]]).toEqual([expect.stringContaining(paused), "no-cache"]);
    }
    const { items } = await owner.data<{ items: { production: string }[] }>("GET /api/hosting/project/v3/list");
    expect(items.map(({ production }) => production)).toEqual(["PAUSED"]);
    // Content that any team can store is not the team's alone.
    expect((await at(["localhost", `/ipfs/${cid}/`])).body.toString()).toBe("<h1>Shop</h1>");

    await depositLand(cloud.database.db, teamId, 1_000_000n * landUnit);
    await expect.poll(shown, patience).toEqual(all(200));
    expect(cloud.faults).toEqual([]);
  });
});

it("visits above a spend cap follow the cap's setting: the site is paused, or stays online", async () => {
  const cap = (beyond: string | undefined, land: string | null = "0") =>
    owner.data("PUT /api/bill-consume/caps", { kind: "SERVICE", target: "HOSTING", land, ...(beyond && { beyond }) });
  const site = async (): Promise<number> => (await at(named["a site"]!)).status;
  await cap("PAUSE");
  await expect.poll(site, patience).toBe(402);
  // Names of other services are not affected.
  expect((await at(named["a bucket's address"]!)).status).toBe(200);
  await cap("ONLINE");
  await expect.poll(site, patience).toBe(200);
  await cap(undefined, null);
  expect(cloud.faults).toEqual([]);
});

it("after 30 days without LAND, and notice, an operator purges the team's content; the team itself stays", async () => {
  const { accessToken: token } = await signIn(cloud.url, operatorKey);
  const purge = () =>
    fetch(`${cloud.url}/api/bill-consume/operator/unpaid/${teamId}/purge`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json", "idempotency-key": randomUUID() },
    });
  expect((await purge()).status).toBe(404);
  const { db } = cloud.database;
  await useUp(keptAfterSeconds + 60);
  const { began_at } = await db
    .selectFrom("dunning")
    .select("began_at")
    .where("team_id", "=", teamId)
    .executeTakeFirstOrThrow();
  expect((await purge()).status).toBe(409);
  const notice_id = randomUUID();
  await db.insertInto("dunning_notice").values({ team_id: teamId, began_at, step: "overdue", notice_id }).execute();
  expect((await purge()).status).toBe(200);
  expect(await owner.data("GET /api/hosting/project/v3/list?page=1&size=10&sortType=ALL")).toMatchObject({ total: 0 });
  expect(await owner.data("GET /api/bill-consume/combo/user/list")).toMatchObject({ totalIpfsStorage: 0 });
  await expect.poll(async () => (await at(named["a site"]!)).status, patience).toBe(404);
  expect(cloud.faults).toEqual([]);
});
