import { randomUUID } from "node:crypto";
import { base58btc } from "multiformats/bases/base58";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { identity } from "multiformats/hashes/identity";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import type { newOwner } from "../../../../tests/support/account/owner.ts";
import { newPinner, type PinStatus } from "../../../../tests/support/ipfs/pinner.ts";

const absent = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";

type Owner = Awaited<ReturnType<typeof newOwner>>;
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

const pinner = () => newPinner(cloud.url);

/** Publishes a site; returns its ID and CID. */
const siteOf = async (owner: Owner, text: string): Promise<{ readonly id: string; readonly cid: string }> => {
  const id = await owner.site(`site-${randomUUID().slice(0, 8)}`, text);
  const { hash } = await owner.data<{ hash: string }>(`GET /api/hosting/project/${id}`);
  return { id, cid: hash };
};
const storedBy = async (owner: Owner): Promise<bigint> => {
  const { db } = cloud.database;
  const { teamId } = await owner.data<{ teamId: string }>("GET /api/hosting/user/token/self");
  const row = await db
    .selectFrom("storage_level")
    .select("size_bytes")
    .where("team_id", "=", teamId)
    .where("resource", "=", "IPFS_STORAGE")
    .executeTakeFirst();
  return row?.size_bytes ?? 0n;
};

describe("the IPFS Pinning Service API", () => {
  it("pins stored content, and responds in the format of the standard", async () => {
    const { owner, pin, settled, list } = await pinner();
    const { cid } = await siteOf(owner, "kept for good");
    const added = await pin(cid, { name: "orchard", origins: ["/dns4/x.example/tcp/443/https"], meta: { app: "a" } });
    expect(["queued", "pinning", "pinned"]).toContain(added.status);
    expect(added.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(added.delegates).toEqual([expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/http\/p2p\/12D3Koo\w+$/)]);
    const status = await settled(added.requestid);
    expect(status).toMatchObject({
      requestid: added.requestid,
      status: "pinned",
      created: added.created,
      pin: { cid, name: "orchard", origins: ["/dns4/x.example/tcp/443/https"], meta: { app: "a" } },
      delegates: added.delegates,
    });
    expect(Number(status.info["raw_size"])).toBeGreaterThan(0);
    expect(await list()).toEqual({ count: 1, results: [status] });
  });

  it("keeps pinned content when its other holders are deleted, and counts it once toward the team's storage", async () => {
    const { owner, ask, pin, settled } = await pinner();
    const { id, cid } = await siteOf(owner, "outlives its site");
    const site = await storedBy(owner);
    const { requestid } = await pin(cid);
    expect((await settled(requestid)).status).toBe("pinned");
    await owner.call(`DELETE /api/hosting/project/${id}`, { token: owner.token });
    const pinned = await storedBy(owner);
    expect(pinned).toBeGreaterThan(0n);
    expect(pinned).toBeLessThanOrEqual(site);
    expect((await fetch(`${cloud.url}/ipfs/${cid}/index.html`)).status).toBe(200);
    const again = await pin(cid);
    await settled(again.requestid);
    expect(await storedBy(owner)).toBe(pinned);
    expect((await ask(`DELETE /pins/${requestid}`)).status).toBe(202);
    expect(await storedBy(owner)).toBe(pinned);
    expect((await ask(`DELETE /pins/${again.requestid}`)).status).toBe(202);
    expect(await storedBy(owner)).toBe(0n);
    await vi.waitFor(async () => expect((await fetch(`${cloud.url}/ipfs/${cid}/index.html`)).status).toBe(404), {
      timeout: 90_000,
      interval: 100,
    });
  });

  it("explains why missing content is not pinned", async () => {
    const { pin, settled, list } = await pinner();
    const { requestid } = await pin(absent);
    const status = await settled(requestid);
    expect(status.status).toBe("failed");
    expect(status.info["status_details"]).toContain("not connected to the public IPFS network");
    expect((await list()).count).toBe(0);
    expect((await list("?status=failed")).count).toBe(1);
  });

  it("replaces a pin with a new ID, and keeps the old content until the new content is available", async () => {
    const { owner, ask, pin, settled } = await pinner();
    const [one, two] = [await siteOf(owner, "the first"), await siteOf(owner, "the second one")];
    const first = await pin(one.cid);
    await settled(first.requestid);
    const answer = await ask(`POST /pins/${first.requestid}`, { cid: two.cid, name: "next" });
    expect(answer.status).toBe(202);
    const next = JSON.parse(answer.text) as PinStatus;
    expect(next.requestid).not.toBe(first.requestid);
    expect((await ask(`GET /pins/${first.requestid}`)).status).toBe(404);
    expect(await settled(next.requestid)).toMatchObject({ status: "pinned", pin: { cid: two.cid, name: "next" } });
    for (const { id } of [one, two]) await owner.call(`DELETE /api/hosting/project/${id}`, { token: owner.token });
    expect(await storedBy(owner)).toBe(BigInt("the second one".length));
  });

  it("filters by cid, name, match, status, meta, before and after, and paginates by creation time", async () => {
    const { owner, pin, settled, list } = await pinner();
    const { cid } = await siteOf(owner, "many times");
    const made: PinStatus[] = [];
    for (const [name, meta] of [
      ["Apple", { kind: "fruit" }],
      ["apple pie", { kind: "cake" }],
      ["100%", {}],
    ] as const)
      made.push(await pin(cid, { name, meta }));
    await pin(absent, { name: "Apple" });
    for (const { requestid } of made) await settled(requestid);
    const named = async (query: string) => (await list(`?${query}`)).results.map(({ pin: { name } }) => name);

    expect(new Set(made.map(({ created }) => created)).size).toBe(3);
    expect(await named("")).toEqual(["100%", "apple pie", "Apple"]);
    expect(await named("name=Apple")).toEqual(["Apple"]);
    expect(await named("name=apple&match=iexact")).toEqual(["Apple"]);
    expect(await named("name=pie&match=partial")).toEqual(["apple pie"]);
    expect(await named("name=APPLE&match=ipartial")).toEqual(["apple pie", "Apple"]);
    expect(await named("name=%25&match=partial")).toEqual(["100%"]);
    expect(await named(`cid=${absent}&status=queued,pinning,failed`)).toEqual(["Apple"]);
    expect(await named(`cid=${absent},${cid}&limit=2`)).toEqual(["100%", "apple pie"]);
    expect(await named(`meta=${encodeURIComponent('{"kind":"fruit"}')}`)).toEqual(["Apple"]);
    expect(await named(`before=${made[1]!.created}`)).toEqual(["Apple"]);
    expect(await named(`after=${made[1]!.created}`)).toEqual(["100%"]);
    const page = await list("?limit=1");
    expect([page.count, page.results.length]).toEqual([3, 1]);
  });

  it("pins a CID in another base and one that holds its own bytes, and filters by them", async () => {
    const { owner, pin, settled, list } = await pinner();
    const { cid } = await siteOf(owner, "in other letters");
    const spelled = CID.parse(cid).toString(base58btc);
    const inline = CID.createV1(raw.code, identity.digest(Buffer.from("a few bytes"))).toString();
    const pins = [await pin(spelled), await pin(inline)];
    for (const { requestid } of pins) expect((await settled(requestid)).status).toBe("pinned");
    for (const one of [cid, spelled]) expect((await list(`?cid=${one}`)).count, one).toBe(1);
    expect((await list(`?cid=${inline}`)).count).toBe(1);
  });

  it("rejects invalid requests in the format of the standard", async () => {
    const { ask, accessToken, owner } = await pinner();
    const refused = async (line: string, body?: unknown) => {
      const answer = await ask(line, body);
      const { error } = JSON.parse(answer.text) as { error: { reason: string; details: string } };
      expect(error.details).not.toBe("");
      return [answer.status, error.reason];
    };
    for (const query of [
      "limit=0",
      "limit=1001",
      "status=lost",
      "cid=nonsense",
      "match=fuzzy",
      "before=yesterday",
      "meta=1",
    ])
      expect(await refused(`GET /pins?${query}`)).toEqual([400, "BAD_REQUEST"]);
    const wrong = [
      {},
      { cid: "nonsense" },
      { cid: absent, name: "x".repeat(256) },
      { cid: absent, meta: { a: 1 } },
      { cid: absent, origins: Array.from({ length: 21 }, (_, at) => `/ip4/192.0.2.1/tcp/${at}`) },
    ];
    for (const body of wrong) expect(await refused("POST /pins", body)).toEqual([400, "BAD_REQUEST"]);
    expect(await refused(`GET /pins/${randomUUID()}`)).toEqual([404, "NOT_FOUND"]);
    expect(await refused("GET /pins/nonsense")).toEqual([404, "NOT_FOUND"]);
    expect(await refused(`DELETE /pins/${randomUUID()}`)).toEqual([404, "NOT_FOUND"]);
    const without = await owner.call("GET /api/pinning/pins");
    expect([without.status, (JSON.parse(without.text) as { error: { reason: string } }).error.reason]).toEqual([
      401,
      "UNAUTHORIZED",
    ]);
    // A session is not a pinning token, and a pinning token grants no other access.
    expect((await owner.call("GET /api/pinning/pins", { token: owner.token })).status).toBe(401);
    expect((await owner.call("GET /api/auth/user", { token: accessToken })).status).toBe(403);
    expect((await owner.call("GET /api/hosting/project/v3/list", { token: accessToken })).status).toBe(403);
  });

  it("allows requests from any origin", async () => {
    const preflight = await fetch(`${cloud.url}/api/pinning/pins`, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
  });

  it("never shows another team's pins", async () => {
    const [one, other] = [await pinner(), await pinner()];
    const { requestid } = await one.pin(absent);
    expect((await other.ask(`GET /pins/${requestid}`)).status).toBe(404);
    expect((await other.ask(`POST /pins/${requestid}`, { cid: absent })).status).toBe(404);
    expect((await other.ask(`DELETE /pins/${requestid}`)).status).toBe(404);
    expect((await one.ask(`GET /pins/${requestid}`)).status).toBe(200);
  });
});

describe("the pinning token", () => {
  it("is shown once and stored as a hash, and a reset revokes the old one", async () => {
    const { owner, accessToken, ask } = await pinner();
    const path = "/api/pinning/user/ipfs-pinning-service/token";
    const shown = await owner.data<{ accessToken: string }>(`GET ${path}`);
    expect(accessToken.startsWith(shown.accessToken)).toBe(true);
    expect(shown.accessToken.length).toBeLessThan(16);
    const dump = JSON.stringify(await cloud.database.db.selectFrom("program_key").selectAll().execute());
    expect(dump).not.toContain(accessToken);
    await owner.data(`POST ${path}`);
    expect((await ask("GET /pins")).status).toBe(401);
  });
});
