import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ourAddress, setRecords, testDomains, type TestDomains } from "../../../../tests/support/hosting/domains.ts";
import { missesMax } from "./check.ts";

let at: TestDomains;
let team: string;
let projectId: string;
beforeAll(async () => {
  at = await testDomains();
});
beforeEach(async () => {
  at.dns.zone.clear();
  at.dns.silent(false);
  await at.database.db.deleteFrom("domain").execute();
  team = at.newTeam();
  projectId = await at.project(team);
});

const verify = (id: string, by = team) => at.domains.verify(by, id);
const row = (id: string, by = team) => at.domains.find(at.database.db, by, id);

/** Adds a domain, sets its records and verifies it. */
const verified = async (name: string) => {
  const [added] = await at.create(team, projectId, name);
  setRecords(at.dns, added!.records);
  expect(await verify(added!.domainId)).toMatchObject({ success: true });
  return added!;
};

describe("DNS records to set", () => {
  it("a subdomain needs a CNAME to the project's host name, a bare name needs addresses", async () => {
    const [www, bare] = await at.create(team, projectId, "shop.example", 0);
    expect(www).toMatchObject({ domain: "www.shop.example", type: "CNAME", value: "site.sites.cloud.example" });
    expect(bare).toMatchObject({
      domain: "shop.example",
      type: "A",
      value: ourAddress,
      ip: ourAddress,
      redirect: { redirectTo: "www.shop.example", code: 301 },
    });
  });

  it("one TXT record verifies a name, its www name and its wildcard", async () => {
    const [www, bare] = await at.create(team, projectId, "shop.example", 0);
    const [wildcard] = await at.create(team, projectId, "*.shop.example");
    expect(new Set([www, bare, wildcard].map((added) => added!.txt)).size).toBe(1);
    expect(wildcard!.records).toEqual([
      { type: "TXT", name: "_freehold.shop.example", value: www!.txt, purpose: "proof" },
      { type: "CNAME", name: "*.shop.example", value: "site.sites.cloud.example", purpose: "target" },
    ]);
  });

  it("a bare name needs an ALIAS record if no addresses are configured", async () => {
    const other = await testDomains({ DOMAIN_IPS: "" });
    const [bare] = await other.create(team, await other.project(team), "shop.example");
    expect(bare).toMatchObject({ type: "ALIAS", value: "site.sites.cloud.example" });
    other.dns.zone.set("site.sites.cloud.example", { A: ["192.0.2.77"] });
    other.dns.zone.set("shop.example", { A: ["192.0.2.77"] });
    setRecords(other.dns, bare!.records.slice(0, 1));
    expect(await other.domains.verify(team, bare!.domainId)).toMatchObject({ success: true });
  });
});

describe("a check", () => {
  it("reports missing records, which are not conflicts, and succeeds once they are set", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    const before = await verify(added!.domainId);
    expect(before).toMatchObject({ success: false, proved: false, points: false, conflicts: [] });
    expect(before.message).toContain("No TXT record found at _freehold.shop.example");
    expect(await row(added!.domainId)).toMatchObject({ state: "pending", valid: false, message: before.message });

    setRecords(at.dns, added!.records);
    expect(await verify(added!.domainId)).toMatchObject({ success: true, proved: true, points: true });
    const after = await row(added!.domainId);
    expect(after).toMatchObject({ state: "valid", valid: true });
    expect(after.message).toBeUndefined();
  });

  it("reports a wrong CNAME as a conflict", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records);
    at.dns.zone.set("www.shop.example", { CNAME: "elsewhere.example" });
    at.dns.zone.set("elsewhere.example", { A: ["198.51.100.7"] });
    const { success, conflicts } = await verify(added!.domainId);
    expect([success, conflicts]).toEqual([
      false,
      [
        {
          type: "CNAME",
          name: "www.shop.example",
          found: ["elsewhere.example"],
          message: expect.stringContaining("elsewhere.example"),
        },
      ],
    ]);
  });

  it("reports another verification value as a conflict, and ignores other TXT values", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records);
    at.dns.zone.set("_freehold.shop.example", { TXT: ["freehold-verification=of-somebody", "v=spf1 -all"] });
    const { conflicts } = await verify(added!.domainId);
    expect(conflicts).toMatchObject([{ type: "TXT", found: ["freehold-verification=of-somebody"] }]);
    at.dns.zone.set("_freehold.shop.example", { TXT: ["freehold-verification=of-somebody", added!.txt] });
    expect(await verify(added!.domainId)).toMatchObject({ success: true, conflicts: [] });
  });

  it("reports an additional foreign address as a conflict", async () => {
    const [added] = await at.create(team, projectId, "shop.example");
    setRecords(at.dns, added!.records);
    at.dns.zone.set("shop.example", { A: [ourAddress], AAAA: ["2001:db8::1"] });
    expect(await verify(added!.domainId)).toMatchObject({
      success: false,
      conflicts: [{ type: "AAAA", found: ["2001:db8::1"] }],
    });
  });

  it("accepts a chain of CNAMEs that ends here", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records.slice(0, 1));
    at.dns.zone.set("www.shop.example", { CNAME: "shop.cdn.example" });
    at.dns.zone.set("shop.cdn.example", { CNAME: "site.sites.cloud.example" });
    expect(await verify(added!.domainId)).toMatchObject({ success: true });
  });

  it("fails on a CNAME loop", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records.slice(0, 1));
    at.dns.zone.set("www.shop.example", { CNAME: "round.example" });
    at.dns.zone.set("round.example", { CNAME: "www.shop.example" });
    expect(await verify(added!.domainId)).toMatchObject({ success: false, points: false });
  });

  it("checks a wildcard with a random name", async () => {
    const [added] = await at.create(team, projectId, "*.shop.example");
    setRecords(at.dns, added!.records);
    expect(await verify(added!.domainId)).toMatchObject({ success: true });
    expect(at.domains.hosts.has("anything.shop.example")).toBe(true);
    expect(at.domains.hosts.has("a.b.shop.example")).toBe(true);
    expect(at.domains.hosts.has("shop.example")).toBe(false);
  });

  it("does not change the domain's state if the DNS does not respond", async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.silent(true);
    const { success, message } = await verify(domainId);
    expect([success, message]).toEqual([false, expect.stringContaining("timed out")]);
    at.dns.silent(false);
    expect(await row(domainId)).toMatchObject({ state: "valid" });
  });
});

describe("a domain added by two teams", () => {
  it("the second team is told that the name is held, but not which team holds it", async () => {
    await verified("www.shop.example");
    const other = at.newTeam();
    const [added] = await at.create(other, await at.project(other, "secret-shop"), "www.shop.example");
    setRecords(at.dns, added!.records);
    const answer = await verify(added!.domainId, other);
    expect(answer).toMatchObject({ success: false, proved: true, conflicts: [{ type: "HELD", found: [] }] });
    expect(JSON.stringify(answer)).not.toContain(projectId);
    expect(JSON.stringify(answer)).not.toContain(team);
    expect(await at.domains.hosts.find("www.shop.example")).toEqual({ kind: "project", id: projectId });
  });

  it("the second team gets the name once the first team's TXT record is removed", async () => {
    const first = await verified("www.shop.example");
    const other = at.newTeam();
    const otherProject = await at.project(other, "second");
    const [added] = await at.create(other, otherProject, "www.shop.example");
    at.dns.zone.delete("_freehold.shop.example");
    setRecords(at.dns, added!.records);
    expect(await verify(added!.domainId, other)).toMatchObject({ success: true });
    expect(await row(first.domainId)).toMatchObject({
      state: "invalid",
      message: expect.stringContaining("Another team"),
    });
    expect(await at.domains.hosts.find("www.shop.example")).toEqual({ kind: "project", id: otherProject });
  });
});

describe("scheduled checks", () => {
  it("verify a pending name automatically, with increasing delays", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    const { domainId, records } = added!;
    await at.recheck(domainId);
    const first = await waitOf(domainId);
    await at.recheck(domainId);
    expect(await waitOf(domainId)).toBeGreaterThan(first * 1.5);
    setRecords(at.dns, records);
    await at.recheck(domainId);
    expect(await row(domainId)).toMatchObject({ state: "valid" });
    expect(at.domains.hosts.has("www.shop.example")).toBe(true);
  });

  it(`make a domain invalid and stop serving it after ${missesMax} failed checks in a row`, async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.zone.set("www.shop.example", { A: ["198.51.100.7"] });
    for (let misses = 1; misses < missesMax; misses++) {
      await at.recheck(domainId);
      expect(await row(domainId)).toMatchObject({
        state: "valid",
        message: expect.stringContaining("no longer points here"),
      });
      expect(at.domains.hosts.has("www.shop.example")).toBe(true);
    }
    await at.recheck(domainId);
    expect(await row(domainId)).toMatchObject({
      state: "invalid",
      valid: false,
      message: expect.stringContaining("not served"),
    });
    expect(at.domains.hosts.has("www.shop.example")).toBe(false);
  });

  it("are not affected by a user's repeated checks", async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.zone.delete("www.shop.example");
    for (let count = 0; count <= missesMax; count++) expect(await verify(domainId)).toMatchObject({ success: false });
    expect(await row(domainId)).toMatchObject({ state: "valid" });
  });

  it("keep a name verified after its TXT record is removed", async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.zone.delete("_freehold.shop.example");
    for (let checks = 0; checks <= missesMax; checks++) await at.recheck(domainId);
    expect(await row(domainId)).toMatchObject({ state: "valid" });
  });

  const waitOf = async (id: string): Promise<number> => {
    const { next_check_at: next } = await at.database.db
      .selectFrom("domain")
      .select("next_check_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return next.getTime() - Date.now();
  };
});
