/** Serves sites to visitors on a full server. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask, type Reply } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";

const script = `export const routes = [${'"/about", '.repeat(400)}];`;
const files = {
  "index.html": "<h1>Shop</h1>",
  "about.html": "<h1>About</h1>",
  "assets/app.3f9c.js": script,
  "files/price.txt": "12",
  "files/name.txt": "pen",
  _redirects: "/buy/* /index.html 200\n/old/:what /files/:what 301\n/price /files/price.txt 302!\n",
  _headers: "/*\n  X-Frame-Options: DENY\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n",
};

let cloud: TestCloud;
let owner: Awaited<ReturnType<typeof newOwner>>;
let projectId: string;
let hash: string;

beforeAll(async () => {
  cloud = await testCloud();
  owner = await newOwner(cloud.url);
  projectId = await owner.site("shop", files);
  ({ hash } = await owner.data<{ hash: string }>(`GET /api/hosting/project/${projectId}`));
});

const at = (path: string, headers = {}, method = "GET"): Promise<Reply> =>
  ask(cloud.port, `shop.localhost:${cloud.port}`, path, { headers, method });
const byCid = (path: string, headers = {}): Promise<Reply> =>
  ask(cloud.port, `${hash}.ipfs.localhost:${cloud.port}`, path, { headers });
const brief = ({ status, headers, body }: Reply): unknown[] => [status, headers.location ?? body.toString()];

describe("serving", () => {
  it("_redirects: a rule redirects, rewrites or overrides a file", async () => {
    expect(brief(await at("/old/name.txt?x=1"))).toEqual([301, "/files/name.txt?x=1"]);
    expect(brief(await at("/buy/pen"))).toEqual([200, files["index.html"]]);
    expect(brief(await at("/price"))).toEqual([302, "/files/price.txt"]);
    expect((await at("/_redirects")).status).toBe(404);
  });

  it("_redirects: the same rules hold on the host of the CID", async () => {
    expect(brief(await byCid("/old/name.txt"))).toEqual([301, "/files/name.txt"]);
    expect(brief(await byCid("/buy/pen"))).toEqual([200, files["index.html"]]);
  });

  it("_headers: paths have separate headers", async () => {
    expect((await at("/")).headers["x-frame-options"]).toBe("DENY");
    expect((await at("/assets/app.3f9c.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await at("/_headers")).status).toBe(404);
  });

  it("the rewrite setting: paths without a file show index.html", async () => {
    expect((await at("/user/7")).status).toBe(404);
    await owner.data(`PUT /api/hosting/project/${projectId}`, { rewrite: true });
    expect(brief(await at("/user/7"))).toEqual([200, files["index.html"]]);
    expect((await at("/missing.js")).status).toBe(404);
    await owner.data(`PUT /api/hosting/project/${projectId}`, { rewrite: false });
    expect((await at("/user/7")).status).toBe(404);
  });

  it("directory listing: folders without index.html list their files", async () => {
    expect((await at("/files/")).status).toBe(404);
    await owner.data(`PUT /api/hosting/project/${projectId}`, { directoryList: true });
    const reply = await at("/files/");
    expect([reply.status, reply.body.toString()]).toEqual([200, expect.stringContaining("price.txt")]);
    await owner.data(`PUT /api/hosting/project/${projectId}`, { directoryList: false });
    expect((await at("/files/")).status).toBe(404);
  });

  it("clean 404: a readable page, or the site's; an unknown host has one too", async () => {
    const ours = await at("/missing");
    expect([ours.status, ours.body.toString()]).toEqual([404, expect.stringContaining("<h1>Page not found</h1>")]);
    await owner.site("own-404", { "index.html": "home", "404.html": "<h1>Lost?</h1>" });
    const own = await ask(cloud.port, "own-404.localhost", "/missing");
    expect(brief(own)).toEqual([404, "<h1>Lost?</h1>"]);
    const unknown = await ask(cloud.port, "nobody-has-this.localhost", "/");
    expect([unknown.status, unknown.body.toString()]).toEqual([404, expect.stringContaining("Site not found")]);
  });

  it("pages are found without .html", async () => {
    expect(brief(await at("/about"))).toEqual([200, files["about.html"]]);
    expect(brief(await at("/about/"))).toEqual([302, "/about"]);
  });

  it("compression: text is sent as Brotli or gzip to clients that accept it", async () => {
    const path = "/assets/app.3f9c.js";
    const [br, gzip, plain] = await Promise.all(
      ["gzip, br", "gzip", "identity"].map((coding) => at(path, { "accept-encoding": coding })),
    );
    expect(brotliDecompressSync(br!.body).toString()).toBe(script);
    expect(gunzipSync(gzip!.body).toString()).toBe(script);
    expect(plain!.body.toString()).toBe(script);
    expect(br!.body.length).toBeLessThan(script.length / 4);
    expect(br!.headers.vary).toBe("Accept-Encoding");
  });

  it("immutable caching by CID: a CID's content is cached permanently, a name's is revalidated", async () => {
    const { headers } = await byCid("/about.html");
    expect(headers["cache-control"]).toBe("public, max-age=29030400, immutable");
    const byName = await at("/about.html");
    expect(byName.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect((await at("/about.html", { "if-none-match": byName.headers.etag })).status).toBe(304);
  });

  it("HTTP ranges: a part is sent as 206, an invalid one as 416, several as the whole file", async () => {
    const part = await at("/assets/app.3f9c.js", { range: "bytes=7-11", "accept-encoding": "br" });
    expect([part.status, part.body.toString()]).toEqual([206, "const"]);
    expect((await at("/assets/app.3f9c.js", { range: `bytes=${script.length}-` })).status).toBe(416);
    expect((await at("/assets/app.3f9c.js", { range: "bytes=0-1,4-5" })).status).toBe(200);
    const other = { range: "bytes=7-11", "if-range": '"of another version"' };
    expect((await at("/assets/app.3f9c.js", other)).status).toBe(200);
  });

  it("per-project traffic is metered: the bytes sent, compressed or partial", async () => {
    const used = async (): Promise<number> =>
      (await owner.data<{ usedBandwidth: number }>(`GET /api/hosting/project/v3/detail/${projectId}`)).usedBandwidth;
    const before = await used();
    const whole = await at("/assets/app.3f9c.js", { "accept-encoding": "br" });
    const part = await at("/files/price.txt", { range: "bytes=0-0" });
    await at("/assets/app.3f9c.js", {}, "HEAD");
    await expect.poll(used).toBe(before + whole.body.length + part.body.length);
  });

  it("the next deployment's files and rules are shown at once", async () => {
    const { headers } = await at("/");
    await owner.deploy(projectId, { "index.html": "<h1>New shop</h1>", _redirects: "/buy/* /sold-out 302\n" });
    expect(brief(await at("/", { "if-none-match": headers.etag }))).toEqual([200, "<h1>New shop</h1>"]);
    expect(brief(await at("/buy/pen"))).toEqual([302, "/sold-out"]);
    expect(brief(await byCid("/"))).toEqual([200, files["index.html"]]);
  });

  it("a mistake in _redirects or _headers appears in the deployment's log, and on the 404 page", async () => {
    const id = await owner.site("mistaken", { "index.html": "home" });
    const rules = { _redirects: "/a /b\n/api/* https://api.example/:splat 200\n", _headers: "/*\n  Set-Cookie: a=b\n" };
    const taskId = await owner.deploy(id, { "index.html": "home", ...rules });
    const { items } = await owner.data<{ items: { content: string }[] }>(`GET /api/hosting/project/task/${taskId}/log`);
    const said = items.map(({ content }) => content).join("\n");
    expect(said).toContain("_redirects is invalid: line 2: “https://api.example/:splat” is another site");
    expect(said).toContain("_headers: line 2: the header “Set-Cookie” can't be changed.");
    expect((await ask(cloud.port, "mistaken.localhost", "/")).status).toBe(200);
    const reply = await ask(cloud.port, "mistaken.localhost", "/api/1");
    expect([reply.status, reply.body.toString()]).toEqual([500, expect.stringContaining("line 2")]);
  });

  it("no request caused a server error", () => {
    expect(cloud.faults).toEqual([]);
  });
});
