import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";

let gateway: TestGateway["gateway"];
let customHosts: TestGateway["customHosts"];
let served: TestGateway["served"];
let port: number;

beforeAll(async () => {
  ({ gateway, customHosts, served, port } = await testGateway());
  customHosts.set("www.example.com", { kind: "project", id: "site" });
  customHosts.set("example.com", { redirectTo: "www.example.com", code: 301 });
  customHosts.set("old.example.com", { redirectTo: "www.example.com", code: 302 });
  customHosts.set("vacant.example.com", { kind: "project", id: "vacant" });
  customHosts.set("dashboard.example", { kind: "project", id: "site" });
});

const at = (host: string, path = "/"): Promise<Reply> => ask(port, host, path);

describe("a custom host", () => {
  it("is served by the gateway; other hosts are not", () => {
    const hosts = ["www.example.com", "WWW.example.com.:4040", "example.com"];
    expect(hosts.map(gateway.serves)).toEqual([true, true, true]);
    expect(["other.example.com", "com", "example.com.evil.net"].map(gateway.serves)).toEqual([false, false, false]);
  });

  it("serves its project and counts the project's traffic", async () => {
    served.length = 0;
    expect((await at("www.example.com")).body.toString()).toBe("<h1>Home</h1>");
    await expect.poll(() => served).toEqual([{ teamId: "team", subject: "site", bytes: 13 }]);
    expect((await at("vacant.example.com")).body.toString()).toContain("Not deployed yet");
  });

  it.each([
    ["example.com", 301],
    ["old.example.com:4040", 302],
  ])("that redirects (%s) keeps path, query and port: %i", async (host, code) => {
    const reply = await at(host, "/docs/a%20b?x=1&y=%2F");
    const portPart = host.includes(":") ? ":4040" : "";
    expect([reply.status, reply.headers.location]).toEqual([code, `//www.example.com${portPart}/docs/a%20b?x=1&y=%2F`]);
    expect((await at(host, "//evil.net/")).headers.location).toBe(`//www.example.com${portPart}//evil.net/`);
  });

  it("can't be the dashboard's host or below the content domain", async () => {
    expect(gateway.serves("dashboard.example")).toBe(false);
    expect((await at("dashboard.example")).status).toBe(404);
    customHosts.set("plain.localhost", { kind: "project", id: "site" });
    expect((await at("plain.localhost")).body.toString()).toBe("plain");
  });

  it("serves /ipfs/… as a path of the site", async () => {
    expect((await at("www.example.com", "/ipfs/bafkqaaa")).body.toString()).toContain(
      "This page does not exist on this site",
    );
  });

  it("changes its target immediately after it is invalidated", async () => {
    customHosts.set("moved.example.com", { kind: "project", id: "site" });
    expect((await at("moved.example.com")).body.toString()).toBe("<h1>Home</h1>");
    customHosts.set("moved.example.com", { kind: "project", id: "plain" });
    gateway.invalidateHost("moved.example.com");
    expect((await at("moved.example.com")).body.toString()).toBe("plain");
  });
});
