import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, video, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { referenceCid } from "../../../../../tests/support/ipfs/unixfs.ts";

const MiB = 1024 * 1024;
let gateway: TestGateway["gateway"];
let sites: TestGateway["sites"];
let queries: TestGateway["queries"];
let site: TestGateway["site"];
let root: string;
let plainRoot: string;

beforeAll(async () => {
  ({ gateway, sites, queries, site, root, plainRoot } = await testGateway());
});

describe("a site on its own host name", () => {
  it.each([
    ["/", "text/html; charset=utf-8", "<h1>Home</h1>"],
    ["/app.js", "text/javascript; charset=utf-8", "export {};"],
    ["/style.css", "text/css; charset=utf-8", "body{}"],
    ["/data.json", "application/json; charset=utf-8", "{}"],
    ["/evil.txt", "text/plain; charset=utf-8", "<script>alert(1)</script>"],
    ["/LICENSE", "application/octet-stream", "MIT"],
    ["/docs/", "text/html; charset=utf-8", "docs"],
    ["/docs/gr%C3%B6%C3%9Fe%20%26%20co.html?x=1", "text/html; charset=utf-8", "ä"],
    ["//docs//", "text/html; charset=utf-8", "docs"],
    ["/empty.txt", "text/plain; charset=utf-8", ""],
  ])("%s is served as %s", async (path, type, body) => {
    const reply = await site(path);
    expect([reply.status, reply.headers["content-type"], reply.body.toString()]).toEqual([200, type, body]);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(reply.headers["access-control-allow-origin"]).toBe("*");
  });

  it("a folder without a trailing slash redirects to the same path with one, never to another host", async () => {
    const reply = await site("/docs?x=1");
    expect([reply.status, reply.headers.location]).toEqual([302, "/docs/?x=1"]);
    expect((await site("//docs")).headers.location).toBe("/docs/");
  });

  it("a page's ETag is its CID, and a matching If-None-Match returns 304", async () => {
    const { etag } = (await site("/app.js")).headers;
    expect(etag).toBe(`"${await referenceCid([{ path: "f", content: Buffer.from("export {};") }])}"`);
    for (const known of [etag!, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const reply = await site("/app.js", { "if-none-match": known });
      expect([reply.status, reply.body.length, reply.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await site("/app.js", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["bytes=0-9", 0, 10],
    ["bytes=1048570-2097160", 1_048_570, 2_097_161],
    ["bytes=3145720-", 3_145_720, 3 * MiB],
    ["bytes=3145720-9999999", 3_145_720, 3 * MiB],
    ["bytes=-5", 3 * MiB - 5, 3 * MiB],
    ["bytes=-9999999", 0, 3 * MiB],
  ])("the range %s of a large file returns 206", async (range, start, end) => {
    const reply = await site("/video.mp4", { range });
    expect(reply.status).toBe(206);
    expect(reply.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${3 * MiB}`);
    expect(reply.body.equals(video.subarray(start, end))).toBe(true);
  });

  it("concurrent downloads of different ranges return the right bytes", async () => {
    const replies = Array.from({ length: 24 }, async (_, index) => {
      const start = index * 100_003;
      const reply = await site("/video.mp4", { range: `bytes=${start}-${start + 700_000}` });
      return reply.body.equals(video.subarray(start, start + 700_001));
    });
    expect(new Set(await Promise.all(replies))).toEqual(new Set([true]));
  });

  it("a range of a small file returns 206", async () => {
    const reply = await site("/index.html", { range: "bytes=4-7" });
    expect([reply.status, reply.body.toString()]).toEqual([206, "Home"]);
  });

  it.each(["bytes=3145728-", "bytes=-0"])("the unsatisfiable range %s returns 416 with the size", async (range) => {
    const reply = await site("/video.mp4", { range });
    expect([reply.status, reply.headers["content-range"]]).toEqual([416, `bytes */${3 * MiB}`]);
  });

  it.each(["bytes=5-2", "bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=a-b"])(
    "the range %s is ignored",
    async (range) => {
      const reply = await site("/video.mp4", { range });
      expect([reply.status, reply.body.length]).toEqual([200, 3 * MiB]);
    },
  );

  it("the last bytes of an empty file are all of it, none", async () => {
    const reply = await site("/empty.txt", { range: "bytes=-5" });
    expect([reply.status, reply.body.length, reply.headers["content-range"]]).toEqual([200, 0, undefined]);
  });

  it("a range with a different If-Range is ignored", async () => {
    const { etag } = (await site("/video.mp4", {}, "HEAD")).headers;
    expect((await site("/video.mp4", { range: "bytes=0-1", "if-range": '"old"' })).status).toBe(200);
    expect((await site("/video.mp4", { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  });

  it("HEAD returns the same headers as GET, without the body", async () => {
    const reply = await site("/video.mp4", {}, "HEAD");
    expect([reply.status, reply.headers["content-length"], reply.body.length]).toEqual([200, `${3 * MiB}`, 0]);
  });

  it("only GET, HEAD and OPTIONS are allowed", async () => {
    expect((await site("/", {}, "POST")).status).toBe(405);
    expect((await site("/", {}, "OPTIONS")).status).toBe(204);
  });

  it("a new deployment is served immediately after it is invalidated", async () => {
    await site("/");
    sites.set("site", { cid: plainRoot, teamId: "team", subject: "site" });
    gateway.invalidate("project", "site");
    expect((await site("/")).body.toString()).toBe("plain");
    sites.set("site", { cid: root, teamId: "team", subject: "site" });
    gateway.invalidate("project", "site");
    expect((await site("/")).body.toString()).toBe("<h1>Home</h1>");
  });

  it("repeated requests need no database query", async () => {
    await site("/");
    await site("/video.mp4");
    const before = queries();
    await Promise.all([site("/"), site("/video.mp4"), site("/", { range: "bytes=0-1" })]);
    expect(queries()).toBe(before);
  });
});

describe("a browser's default icon request", () => {
  const asBrowser = { accept: "image/avif,image/webp,image/png,*/*;q=0.8" };

  it("returns 204 for browsers, and 404 for other clients", async () => {
    const reply = await site("/favicon.ico", asBrowser);
    expect([reply.status, reply.body.length]).toEqual([204, 0]);
    expect((await site("/favicon.ico", { accept: "*/*" })).status).toBe(404);
    expect((await site("/missing.png", asBrowser)).status).toBe(404);
  });
});
