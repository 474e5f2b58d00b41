import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";
import type { Files } from "../../../../../tests/support/ipfs/unixfs.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await testGateway();
});

const at = (label: string, path: string, headers = {}, method = "GET"): Promise<Reply> =>
  ask(gateway.port, `${label}.localhost:${gateway.port}`, path, { headers, method });
const brief = ({ status, headers, body }: Reply): unknown[] => [status, headers.location ?? body.toString()];

const pages: Files = {
  "index.html": "home",
  "one.html": "one",
  "old/page.html": "still here",
  "410.html": "gone for good",
  "404.html": "not here",
};

describe("_redirects of a site", () => {
  const rules = `
# What moved
/moved            /one.html
/for-now          /one.html          302
/shown            /one               200
/old/*            /new/:splat        301
/over/*           /410.html          410
/law/*            /nowhere.html      451
/secret/*         /_redirects        200
/one.html         /elsewhere         301
/index            /forced            308!
/out/:what        https://example.com/:what?from=us 307
/app/*            /index.html        200
`;

  beforeAll(async () => {
    await gateway.publish("ruled", { ...pages, "index.txt": "x", _redirects: rules });
  });

  it.each([
    ["/moved", 301, "/one.html"],
    ["/moved/?x=1", 301, "/one.html?x=1"],
    ["/for-now", 302, "/one.html"],
    ["/shown", 200, "one"],
    ["/old/else", 301, "/new/else"],
    ["/old/page.html", 200, "still here"],
    ["/over/1", 410, "gone for good"],
    ["/one.html", 200, "one"],
    ["/out/a%0d%0ab", 307, "https://example.com/a%0D%0Ab?from=us"],
    ["/app/deep/route?x=1", 200, "home"],
    ["/index", 308, "/forced"],
    ["/missing", 404, "not here"],
  ])("%s returns %i %s", async (path, status, rest) => {
    expect(brief(await at("ruled", path))).toEqual([status, rest]);
  });

  it("a status whose page is missing shows a message", async () => {
    const reply = await at("ruled", "/law/1");
    expect([reply.status, reply.body.toString()]).toEqual([451, expect.stringContaining("legal reasons")]);
    expect((await at("ruled", "/secret/1")).status).toBe(404);
  });

  it("rule files are not served", async () => {
    expect((await at("ruled", "/_redirects")).status).toBe(404);
    expect((await at("ruled", "/%5Fredirects")).status).toBe(404);
  });

  it("a page served by a rule keeps its ETag and supports 304", async () => {
    const { etag } = (await at("ruled", "/one.html")).headers;
    const reply = await at("ruled", "/shown", { "if-none-match": etag });
    expect([reply.status, reply.headers.etag]).toEqual([304, etag]);
    expect((await at("ruled", "/app/x", {}, "HEAD")).headers["content-length"]).toBe("4");
  });

  it("error pages are not cached, and redirects are revalidated", async () => {
    expect((await at("ruled", "/over/1")).headers["cache-control"]).toBe("no-cache");
    expect((await at("ruled", "/moved")).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  it.each([
    ["/a /b\n/c /d 200 300\n", "line 2: unexpected “300”"],
    ["/a https://api.example/ 200\n", "line 1: “https://api.example/” is another site"],
    [`# ${"x".repeat(64 * 1024)}`, "it is larger than 64 KiB"],
  ])(
    "with an invalid file %#, existing files are served, and other paths show a page with the error",
    async (broken, problem) => {
      const cid = await gateway.publish("broken", { ...pages, _redirects: broken });
      expect((await at("broken", "/one.html")).status).toBe(200);
      const reply = await at("broken", "/missing");
      expect([reply.status, reply.body.toString()]).toEqual([500, expect.stringContaining(problem)]);
      expect(await gateway.gateway.ruleProblems(cid)).toEqual([expect.stringContaining(problem)]);
    },
  );

  it("circular rules do not loop", async () => {
    await gateway.publish("loop", { "index.html": "home", _redirects: "/a /b 200\n/b /a 200\n/* /:splat 301\n" });
    expect((await at("loop", "/a")).status).toBe(404);
    expect((await at("loop", "/c")).status).toBe(404);
    expect((await at("loop", "/c/")).headers.location).toBe("/c");
  });

  it("the rules of a new deployment apply immediately", async () => {
    await gateway.publish("next", { "index.html": "home", _redirects: "/a /1" });
    expect((await at("next", "/a")).headers.location).toBe("/1");
    await gateway.publish("next", { "index.html": "home", _redirects: "/a /2" });
    expect((await at("next", "/a")).headers.location).toBe("/2");
  });
});

describe("_redirects of a CID on a separate host, as IPFS gateways follow it", () => {
  const rules =
    "/redirect-one /one.html\n/200-index /index.html 200\n/gone/* /410.html 410\n/one.html /x 301!\n/* /404.html 404\n";
  const on = async (path: string): Promise<Reply> => {
    const root = await gateway.publish("conforming", { ...pages, _redirects: rules });
    return ask(gateway.port, `${root}.ipfs.localhost:${gateway.port}`, path);
  };

  it.each([
    ["/redirect-one", 301, "/one.html"],
    ["/200-index", 200, "home"],
    ["/gone/x", 410, "gone for good"],
    ["/one.html", 200, "one"],
    ["/what/ever", 404, "not here"],
    ["/one", 404, "not here"],
    ["/_redirects", 200, rules],
  ])("%s returns %i", async (path, status, rest) => {
    expect(brief(await on(path))).toEqual([status, rest]);
  });

  it("rules do not apply by path on the dashboard's host", async () => {
    const root = await gateway.publish("conforming", { ...pages, _redirects: rules });
    const reply = await ask(gateway.port, `localhost:${gateway.port}`, `/ipfs/${root}/redirect-one`);
    expect(reply.status).toBe(404);
  });
});

describe("_headers of a site", () => {
  beforeAll(async () => {
    await gateway.publish("headed", {
      ...pages,
      "assets/app.4f2a.js": "export {};",
      "data/feed": "{}",
      _redirects: "/away /one.html 302\n",
      _headers: `
/*
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'self'
  Content-Length: 1
  Transfer-Encoding: chunked
  Set-Cookie: a=b
  X-Ipfs-Path: /forged
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/data/feed
  Content-Type: application/json
  ! Access-Control-Allow-Origin
`,
    });
  });

  it("are sent with the files of their paths", async () => {
    const reply = await at("headed", "/assets/app.4f2a.js");
    expect(reply.headers).toMatchObject({
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'self'",
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": "10",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.headers["x-ipfs-path"]).toMatch(/app\.4f2a\.js$/);
    expect((await at("headed", "/")).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  it("change or remove default headers", async () => {
    const { headers } = await at("headed", "/data/feed");
    expect([headers["content-type"], headers["access-control-allow-origin"]]).toEqual(["application/json", undefined]);
  });

  it("apply to 304 responses and the site's 404 page, except for the 404's caching", async () => {
    const { etag } = (await at("headed", "/assets/app.4f2a.js")).headers;
    const same = await at("headed", "/assets/app.4f2a.js", { "if-none-match": etag });
    expect([same.status, same.headers["cache-control"]]).toEqual([304, "public, max-age=31536000, immutable"]);
    const missing = await at("headed", "/assets/gone.js");
    expect([missing.status, missing.headers["cache-control"]]).toEqual([404, "no-cache"]);
    expect(missing.headers["x-frame-options"]).toBe("DENY");
  });

  it("are not served as a file, and invalid rules are reported in the deployment log", async () => {
    expect((await at("headed", "/_headers")).status).toBe(404);
    const problems = await gateway.gateway.ruleProblems(gateway.sites.get("headed")!.cid);
    expect(problems).toHaveLength(4);
    expect(problems[0]).toBe("_headers: line 5: the header “Content-Length” can't be changed.");
  });
});
