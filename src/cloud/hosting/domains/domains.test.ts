import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { domainsPerProject } from "../../../../resources/limits.ts";
import { setRecords, testDomains, type TestDomains } from "../../../../tests/support/hosting/domains.ts";

let at: TestDomains;
let team: string;
let projectId: string;
beforeAll(async () => {
  at = await testDomains();
});
beforeEach(async () => {
  at.dns.zone.clear();
  await at.database.db.deleteFrom("domain").execute();
  team = at.newTeam();
  projectId = await at.project(team);
});

const hosts = (name: string) => at.domains.hosts.find(name);
const verified = async (name: string, createType: 0 | 1 | 2 = 2, by = team, project = projectId) => {
  const rows = await at.create(by, project, name, createType);
  for (const { domainId, records } of rows) {
    setRecords(at.dns, records);
    expect(await at.domains.verify(by, domainId)).toMatchObject({ success: true });
  }
  return rows;
};
const idOf = ([first]: readonly { readonly domainId: string }[]): string => first!.domainId;
const redirect = async (id: string, redirectTo: string, code: 301 | 302 = 302, by = team) => {
  await at.inTrx((trx) => at.domains.redirect(trx, by, id, { redirectTo, code }));
  await at.domains.changed();
};
const remove = async (id: string, by = team) => {
  await at.inTrx((trx) => at.domains.remove(trx, by, id));
  await at.domains.changed();
};

describe("adding a domain", () => {
  it.each([
    ["sites.cloud.example", "the content domain"],
    ["site.sites.cloud.example", "a name below it"],
    ["console.cloud.example", "the dashboard"],
    ["*.cloud.example", "a wildcard above them"],
  ])("%s, %s, is rejected", async (name) => {
    await expect(at.create(team, projectId, name)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { domain: [expect.stringContaining("belongs to the server")] },
    });
  });

  it("with choice 3 targets a dedicated gateway of the team by name or ID", async () => {
    const id = randomUUID();
    const name = `gate-${id.slice(0, 8)}`;
    const { db } = at.database;
    await db.insertInto("person").values({ id: team, address: team, wallet_type: "OTHER", username: "x" }).execute();
    await db.insertInto("team").values({ id: team, name: "team", owner_id: team }).execute();
    await db.insertInto("gateway").values({ id, team_id: team, name, scope: "public" }).execute();
    const add = (domain: string, to: string, by = team) =>
      at.inTrx((trx) => at.domains.create(trx, by, { domain, projectId: to, createType: 3 }));
    const [row] = await add("ipfs.shop.example", name);
    expect(row).toMatchObject({ kind: "gateway", projectId: id, projectName: name });
    expect(row!.cname).toBe(`${name}.sites.cloud.example`);
    expect((await add("cid.shop.example", id)).map(({ domain }) => domain)).toEqual(["cid.shop.example"]);
    await expect(add("x.shop.example", name, at.newTeam())).rejects.toMatchObject({ code: "NOT_FOUND" });
    setRecords(at.dns, row!.records);
    expect(await at.domains.verify(team, row!.domainId)).toMatchObject({ success: true });
    expect(await hosts("ipfs.shop.example")).toEqual({ kind: "gateway", id });
    await db.deleteFrom("gateway").where("id", "=", id).execute();
    await at.domains.changed();
    expect(await hosts("ipfs.shop.example")).toBeUndefined();
  });

  it.each(["127.0.0.1", "shop", "shop.localhost", ""])("%j is not a valid domain name", async (name) => {
    await expect(at.create(team, projectId, name)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("a wildcard has no www name", async () => {
    await expect(at.create(team, projectId, "*.shop.example", 0)).rejects.toMatchObject({
      fields: { createType: [expect.any(String)] },
    });
  });

  it("an international name is stored as punycode and displayed in Unicode", async () => {
    expect(await at.create(team, projectId, "Bücher.example")).toMatchObject([
      { domain: "xn--bcher-kva.example", unicode: "bücher.example" },
    ]);
  });

  it("a project has at most 20 domains", async () => {
    for (let added = 0; added < domainsPerProject - 1; added++) await at.create(team, projectId, `d${added}.example`);
    await expect(at.create(team, projectId, "pair.example", 0)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    await at.create(team, projectId, "last.example");
    await expect(at.create(team, projectId, "more.example")).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  it("a team can add a name only once, even with concurrent requests", async () => {
    const second = await at.project(team, "second");
    const tries = await Promise.allSettled([
      at.create(team, projectId, "shop.example"),
      at.create(team, second, "shop.example"),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(at.create(team, second, "www.shop.example", 0)).rejects.toMatchObject({
      code: "DOMAIN_ADDED",
      fields: { domain: [expect.stringContaining("shop.example has already been added")] },
    });
  });

  it("projects and domains of another team answer 404", async () => {
    const otherTeam = at.newTeam();
    const domainId = idOf(await at.create(team, projectId, "shop.example"));
    const missing = { code: "NOT_FOUND" };
    await expect(at.create(otherTeam, projectId, "shop.example")).rejects.toMatchObject(missing);
    await expect(at.domains.find(at.database.db, otherTeam, domainId)).rejects.toMatchObject(missing);
    await expect(at.domains.verify(otherTeam, domainId)).rejects.toMatchObject(missing);
    await expect(redirect(domainId, "a.example", 301, otherTeam)).rejects.toMatchObject(missing);
    await expect(remove(domainId, otherTeam)).rejects.toMatchObject(missing);
  });

  it("the list can be filtered by project, state and keyword", async () => {
    const second = await at.project(team, "second");
    await verified("www.shop.example");
    await at.create(team, second, "pears.example");
    const list = async (query: object) =>
      (await at.domains.list(at.database.db, team, { page: 1, size: 10, ...query })).items.map(({ domain }) => domain);
    expect(await list({})).toEqual(["pears.example", "www.shop.example"]);
    expect(await list({ projectId: second })).toEqual(["pears.example"]);
    expect(await list({ state: "valid" })).toEqual(["www.shop.example"]);
    expect(await list({ keyword: "PEAR" })).toEqual(["pears.example"]);
    expect(await list({ projectId: "none" })).toEqual([]);
  });
});

describe("a served name", () => {
  it("is not served while pending", async () => {
    await at.create(team, projectId, "www.shop.example");
    expect(at.domains.hosts.has("www.shop.example")).toBe(false);
  });

  it("with choice 0 shows the project at the www name, and the bare name redirects to it", async () => {
    await verified("shop.example", 0);
    expect(await hosts("www.shop.example")).toEqual({ kind: "project", id: projectId });
    expect(await hosts("shop.example")).toEqual({ redirectTo: "www.shop.example", code: 301 });
  });

  it("takes precedence over a wildcard", async () => {
    const second = await at.project(team, "second");
    await verified("*.shop.example");
    await verified("eu.shop.example", 2, team, second);
    expect(await hosts("fr.eu.shop.example")).toMatchObject({ id: projectId });
    expect(await hosts("eu.shop.example")).toMatchObject({ id: second });
  });

  it("can redirect to any host name, and an empty target serves the site again", async () => {
    const domainId = idOf(await verified("old.shop.example"));
    await redirect(domainId, "https://New.Example/", 302);
    expect(await hosts("old.shop.example")).toEqual({ redirectTo: "new.example", code: 302 });
    await redirect(domainId, "");
    expect(await hosts("old.shop.example")).toEqual({ kind: "project", id: projectId });
  });

  it("can't redirect in a loop", async () => {
    const a = idOf(await verified("a.shop.example"));
    const b = idOf(await verified("b.shop.example"));
    const wild = idOf(await verified("*.wild.example"));
    const circle = { fields: { redirectTo: [expect.stringContaining("loop")] } };
    await expect(redirect(a, "a.shop.example")).rejects.toMatchObject(circle);
    await redirect(a, "b.shop.example");
    await expect(redirect(b, "a.shop.example")).rejects.toMatchObject(circle);
    await expect(redirect(wild, "x.wild.example")).rejects.toMatchObject(circle);
    await redirect(b, "x.wild.example");
    await expect(redirect(wild, "a.shop.example")).rejects.toMatchObject(circle);
    await expect(redirect(a, "not a host")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("shows the site if a deletion leaves a redirect loop", async () => {
    const wild = idOf(await verified("*.shop.example"));
    const www = idOf(await verified("www.shop.example", 2, team, await at.project(team, "second")));
    await redirect(wild, "www.shop.example");
    expect(await hosts("any.shop.example")).toMatchObject({ redirectTo: "www.shop.example" });
    await remove(www);
    expect(await hosts("www.shop.example")).toEqual({ kind: "project", id: projectId });
  });

  it("is not served after its deletion, and names that redirected to it show the site", async () => {
    const [www, bare] = await verified("shop.example", 0);
    await remove(www!.domainId);
    expect(at.domains.hosts.has("www.shop.example")).toBe(false);
    expect(await hosts("shop.example")).toEqual({ kind: "project", id: projectId });
    expect((await at.domains.find(at.database.db, team, bare!.domainId)).redirect).toBeUndefined();
  });

  it("is deleted with its project", async () => {
    await verified("shop.example", 0);
    at.changes.length = 0;
    await at.database.db.deleteFrom("project").where("id", "=", projectId).execute();
    await at.domains.changed();
    expect(at.domains.hosts.has("shop.example")).toBe(false);
    expect(at.changes.map((names) => names.toSorted())).toEqual([["shop.example", "www.shop.example"]]);
    expect(await at.database.db.selectFrom("domain").selectAll().execute()).toEqual([]);
  });
});
