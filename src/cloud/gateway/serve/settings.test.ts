import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../tests/support/server/http.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await testGateway();
  const files = {
    "index.html": "home",
    "app.js": "1",
    "about.html": "about",
    "both.html": "page",
    "both/index.html": "folder",
    "team.html": "team",
    "team/jane.html": "jane",
    "files/a.txt": "a",
    "files/_redirects": "not a rule here",
  };
  await gateway.publish("spa", { ...files, "404.html": "own 404" }, { rewrite: true });
  await gateway.publish("listed", { ...files, _redirects: "# none", _headers: "# none" }, { directoryList: true });
  await gateway.publish("neither", files);
  await gateway.publish("bare", { "a.txt": "a", _redirects: "# none", "sub/b.txt": "b" }, { directoryList: true });
});

const at = (label: string, path: string, headers = {}): Promise<Reply> =>
  ask(gateway.port, `${label}.localhost`, path, { headers });
const brief = ({ status, headers, body }: Reply): unknown[] => [status, headers.location ?? body.toString()];
const opened = { accept: "text/html,application/xhtml+xml" };

describe("the rewrite setting", () => {
  it.each([
    ["/", {}, 200, "home"],
    ["/user/7", {}, 200, "home"],
    ["/user/7/?x=1", {}, 200, "home"],
    ["/app.js", {}, 200, "1"],
    ["/about", {}, 200, "about"],
    ["/missing.js", {}, 404, "own 404"],
    ["/user/jane.doe", opened, 200, "home"],
    ["/user/jane.doe", {}, 404, "own 404"],
    ["/files/", {}, 200, "home"],
    ["/%2e%2e/%2e%2e/etc/passwd", {}, 200, "home"],
  ])("%s (%j) returns %i %s", async (path, headers, status, body) => {
    expect(brief(await at("spa", path, headers))).toEqual([status, body]);
  });

  it("responses that depend on Accept include it in Vary", async () => {
    expect((await at("spa", "/user/jane.doe", opened)).headers.vary).toContain("Accept");
    expect((await at("spa", "/user/jane.doe")).headers.vary).toContain("Accept");
  });

  it("when off, a path without a file returns 404", async () => {
    expect((await at("neither", "/user/7", opened)).status).toBe(404);
  });
});

describe("the directory listing setting", () => {
  it("a folder without index.html lists its files", async () => {
    const reply = await at("listed", "/files/");
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.body.toString()).toContain(`<a href="./a.txt">a.txt</a>`);
    expect(reply.body.toString()).toContain("_redirects");
    expect((await at("listed", "/files")).headers.location).toBe("/files/");
    expect((await at("listed", "/")).body.toString()).toBe("home");
  });

  it("the root's listing hides rule files", async () => {
    const reply = await at("bare", "/");
    expect(reply.body.toString()).toContain("sub/");
    expect(reply.body.toString()).not.toContain("_redirects");
    expect(reply.body.toString()).not.toContain("../");
  });

  it("a listing is revalidated and supports 304", async () => {
    const { headers } = await at("listed", "/files/");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect((await at("listed", "/files/", { "if-none-match": headers.etag })).status).toBe(304);
  });

  it("when off, a folder without index.html returns 404", async () => {
    expect((await at("neither", "/files/")).status).toBe(404);
    expect((await at("neither", "/files")).status).toBe(404);
  });
});

describe("clean URLs", () => {
  it.each([
    ["/about", 200, "about"],
    ["/about.html", 200, "about"],
    ["/about/", 302, "/about"],
    ["/about/?x=1", 302, "/about?x=1"],
    ["/both", 302, "/both/"],
    ["/both/", 200, "folder"],
    ["/both.html", 200, "page"],
    ["/team", 200, "team"],
    ["/team/", 302, "/team"],
    ["/team/jane", 200, "jane"],
    ["//team//jane", 200, "jane"],
    ["/index", 200, "home"],
  ])("%s returns %i %s", async (path, status, rest) => {
    expect(brief(await at("neither", path))).toEqual([status, rest]);
  });

  it("a page without its extension has the page's headers", async () => {
    const { headers } = await at("neither", "/about");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["x-ipfs-path"]).toMatch(/\/about\.html$/);
  });

  it.each([
    "/%00",
    "/a%00.html",
    `/${"a".repeat(12_000)}`,
    `/${"a/".repeat(5000)}`,
    "/%2e%2e%2fapp.js",
    "/%ff",
    "/..%5capp.js",
  ])("a malicious path such as %.20s… returns 404", async (path) => {
    expect((await at("neither", path)).status).toBe(404);
  });
});
