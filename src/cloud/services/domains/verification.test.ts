import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ourAddress, setRecords, testDomains, type TestDomains } from "../../../../tests/support/domains.ts";
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

/** A name of the team, its records set and verified. */
const verified = async (name: string) => {
  const [added] = await at.create(team, projectId, name);
  setRecords(at.dns, added!.records);
  expect(await verify(added!.domainId)).toMatchObject({ success: true });
  return added!;
};

describe("what to set at the DNS provider", () => {
  it("a sub-domain takes a CNAME to the project's own host name, a bare name addresses", async () => {
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

  it("one TXT record proves a name, its www name and its wildcard", async () => {
    const [www, bare] = await at.create(team, projectId, "shop.example", 0);
    const [wildcard] = await at.create(team, projectId, "*.shop.example");
    expect(new Set([www, bare, wildcard].map((added) => added!.txt)).size).toBe(1);
    expect(wildcard!.records).toEqual([
      { type: "TXT", name: "_freehold.shop.example", value: www!.txt, purpose: "proof" },
      { type: "CNAME", name: "*.shop.example", value: "site.sites.cloud.example", purpose: "target" },
    ]);
  });

  it("without addresses in the settings a bare name takes its provider's ALIAS", async () => {
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
  it("says that records are missing, which is no conflict, and after they are set that all is well", async () => {
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

  it("a wrong CNAME stands in the way and is named", async () => {
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

  it("another TXT value stands in the way; other texts beside ours do not", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records);
    at.dns.zone.set("_freehold.shop.example", { TXT: ["freehold-verification=of-somebody", "v=spf1 -all"] });
    const { conflicts } = await verify(added!.domainId);
    expect(conflicts).toMatchObject([{ type: "TXT", found: ["freehold-verification=of-somebody"] }]);
    at.dns.zone.set("_freehold.shop.example", { TXT: ["freehold-verification=of-somebody", added!.txt] });
    expect(await verify(added!.domainId)).toMatchObject({ success: true, conflicts: [] });
  });

  it("an address beside ours stands in the way: some visitors would go there", async () => {
    const [added] = await at.create(team, projectId, "shop.example");
    setRecords(at.dns, added!.records);
    at.dns.zone.set("shop.example", { A: [ourAddress], AAAA: ["2001:db8::1"] });
    expect(await verify(added!.domainId)).toMatchObject({
      success: false,
      conflicts: [{ type: "AAAA", found: ["2001:db8::1"] }],
    });
  });

  it("a chain of CNAMEs that ends here is as good", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records.slice(0, 1));
    at.dns.zone.set("www.shop.example", { CNAME: "shop.cdn.example" });
    at.dns.zone.set("shop.cdn.example", { CNAME: "site.sites.cloud.example" });
    expect(await verify(added!.domainId)).toMatchObject({ success: true });
  });

  it("a CNAME that goes round in a circle ends, and is a conflict", async () => {
    const [added] = await at.create(team, projectId, "www.shop.example");
    setRecords(at.dns, added!.records.slice(0, 1));
    at.dns.zone.set("www.shop.example", { CNAME: "round.example" });
    at.dns.zone.set("round.example", { CNAME: "www.shop.example" });
    expect(await verify(added!.domainId)).toMatchObject({ success: false, points: false });
  });

  it("a wildcard is looked up by a name that nobody has set", async () => {
    const [added] = await at.create(team, projectId, "*.shop.example");
    setRecords(at.dns, added!.records);
    expect(await verify(added!.domainId)).toMatchObject({ success: true });
    expect(at.domains.hosts.has("anything.shop.example")).toBe(true);
    expect(at.domains.hosts.has("a.b.shop.example")).toBe(true);
    expect(at.domains.hosts.has("shop.example")).toBe(false);
  });

  it("a DNS that does not answer says nothing about the name", async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.silent(true);
    const { success, message } = await verify(domainId);
    expect([success, message]).toEqual([false, expect.stringContaining("timed out")]);
    at.dns.silent(false);
    expect(await row(domainId)).toMatchObject({ state: "valid" });
  });
});

describe("a domain may be added by two teams; only the one whose TXT proves it holds it", () => {
  it("the second one is told that the name is held, and not by whom", async () => {
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

  it("it takes the name over once the first one's TXT record is gone", async () => {
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

describe("the timer's checks", () => {
  it("verify a pending name without anybody asking, and wait longer each time until then", async () => {
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

  it(`a domain that no longer points here for ${missesMax} checks becomes invalid with a notice in its row, and is not served`, async () => {
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

  it("a person who asks again and again does not use these checks up", async () => {
    const { domainId } = await verified("www.shop.example");
    at.dns.zone.delete("www.shop.example");
    for (let asked = 0; asked <= missesMax; asked++) expect(await verify(domainId)).toMatchObject({ success: false });
    expect(await row(domainId)).toMatchObject({ state: "valid" });
  });

  it("a verified name stays verified when its owner tidies the TXT record away", async () => {
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
