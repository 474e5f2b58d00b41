import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "../../../resources/declare/define.ts";
import type { domains } from "../../../resources/hosting/domains/domains.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { setRecords } from "../../support/hosting/domains.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";

type Domain = Row<typeof domains>;
type Owner = Awaited<ReturnType<typeof newOwner>>;

let cloud: TestCloud;
let dns: TestDns;
let owner: Owner;
let projectId: string;
beforeAll(async () => {
  dns = await testDns();
  cloud = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10" });
  owner = await newOwner(cloud.url);
  projectId = await owner.site("shop", "<h1>Shop</h1>");
});

const add = (domain: string, createType = 2): Promise<{ domainId: string; domainIds: string[] }> =>
  owner.data("POST /api/hosting/domain", { domain, projectId, createType });
const show = (id: string): Promise<Domain> => owner.data(`GET /api/hosting/domain/${id}`);
const verify = (id: string): Promise<{ success: boolean }> => owner.data(`GET /api/hosting/domain/verify/${id}`);
const at = (host: string, path = "/") => ask(cloud.port, host, path);

describe("a domain on a full server", () => {
  it("choice 0: the www name shows the site, the bare name redirects to it with 301, path and query kept", async () => {
    const { domainIds } = await add("first.example", 0);
    for (const id of domainIds) {
      setRecords(dns, (await show(id)).records);
      expect(await verify(id)).toMatchObject({ success: true, conflicts: [] });
    }
    expect((await at("www.first.example")).body.toString()).toBe("<h1>Shop</h1>");
    const { status, headers } = await at("first.example", "/a?b=c");
    expect([status, headers.location]).toEqual([301, "//www.first.example/a?b=c"]);
    const { items, total } = await owner.data<{ items: Domain[]; total: number }>(
      `GET /api/hosting/domain?projectId=${projectId}&keyword=first&state=valid`,
    );
    expect([items.map(({ domain }) => domain), total]).toEqual([["www.first.example", "first.example"], 2]);
  });

  it("choice 1: the bare name shows the site and the www name redirects to it; changing and removing its redirect applies at once", async () => {
    const { domainIds } = await add("second.example", 1);
    for (const id of domainIds) {
      setRecords(dns, (await show(id)).records);
      await verify(id);
    }
    const [bare, www] = domainIds as [string, string];
    expect((await at("second.example")).body.toString()).toBe("<h1>Shop</h1>");
    expect((await at("www.second.example")).headers.location).toBe("//second.example/");

    await owner.data(`PUT /api/hosting/domain/redirect/${www}`, { redirectTo: "third.example", code: 302 });
    const moved = await at("www.second.example");
    expect([moved.status, moved.headers.location]).toEqual([302, "//third.example/"]);
    await owner.data(`PUT /api/hosting/domain/redirect/${www}`, { redirectTo: "" });
    expect((await at("www.second.example")).body.toString()).toBe("<h1>Shop</h1>");

    await owner.data(`DELETE /api/hosting/domain/${bare}`);
    expect((await at("second.example")).body.toString()).not.toContain("Shop");
  });

  it("a wildcard shows the site under every name below it", async () => {
    const { domainId } = await add("*.wild.example");
    setRecords(dns, (await show(domainId)).records);
    await verify(domainId);
    expect((await at("any.wild.example")).body.toString()).toBe("<h1>Shop</h1>");
    expect((await at("wild.example")).body.toString()).not.toContain("Shop");
  });

  it("an invalid name is refused on its field", async () => {
    const { status, body } = await owner.call("POST /api/hosting/domain", {
      token: owner.token,
      body: { domain: "127.0.0.1", projectId, createType: 2 },
    });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining("domain name is invalid")]);
    // With createType 3 the name belongs to a gateway.
    const gateway = { domain: "gateway.example", projectId, createType: 3 };
    expect((await owner.call("POST /api/hosting/domain", { token: owner.token, body: gateway })).status).toBe(404);
  });

  it("deleting the project deletes its domains", async () => {
    const other = await owner.site("pears", "<h1>Pears</h1>");
    const { domainId } = await owner.data<{ domainId: string }>("POST /api/hosting/domain", {
      domain: "www.pears.example",
      projectId: other,
    });
    setRecords(dns, (await show(domainId)).records);
    await verify(domainId);
    expect((await at("www.pears.example")).body.toString()).toBe("<h1>Pears</h1>");
    await owner.data(`DELETE /api/hosting/project/${other}`);
    await expect.poll(async () => (await at("www.pears.example")).body.toString()).not.toContain("Pears");
    expect(cloud.faults).toEqual([]);
  });
});
