import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { CID } from "multiformats/cid";
import { base36 } from "multiformats/bases/base36";
import { beforeAll, describe, expect, it } from "vitest";
import { testBlocks, testFolder } from "../../../../tests/support/blocks.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { ask, type Reply } from "../../../../tests/support/http.ts";
import { keyStream, referenceCid, writeFiles, type Files } from "../../../../tests/support/unixfs.ts";
import { createHostnames } from "../hostnames/service.ts";
import { createGateway, type Gateway, type Served, type Site } from "./service.ts";

const MiB = 1024 * 1024;
const video = keyStream("video")(3 * MiB);
const files: Files = {
  "index.html": "<h1>Home</h1>",
  "app.js": "export {};",
  "style.css": "body{}",
  "data.json": "{}",
  LICENSE: "MIT",
  "evil.txt": "<script>alert(1)</script>",
  "docs/index.html": "docs",
  "docs/größe & co.html": "ä",
  "plain/<b>.txt": "x",
  "video.mp4": video,
  "empty.txt": "",
};
const plainSite: Files = { "404.html": "<h1>own</h1>", "index.html": "plain" };

let gateway: Gateway;
let port: number;
let root: string;
let plainRoot: string;
const sites = new Map<string, Site>();
const served: Served[] = [];
let queries = 0;

beforeAll(async () => {
  const { blocks, database } = await testBlocks();
  const importFiles = async (content: Files): Promise<string> => {
    const folder = await testFolder();
    await writeFiles(folder, content);
    return (await blocks.importFolder(folder)).cid;
  };
  root = await importFiles(files);
  plainRoot = await importFiles(plainSite);
  const hostnames = createHostnames();
  gateway = createGateway(
    { blocks, database },
    { contentDomain: "localhost", hostnames, onServed: (sent) => void served.push(sent) },
  );
  gateway.registerKind("project", async (id) => sites.get(id));
  await database.db.transaction().execute(async (trx) => {
    for (const label of ["site", "plain", "vacant", "gone"]) await hostnames.claim(trx, label, "project", label);
  });
  sites.set("site", { cid: root, teamId: "team", subject: "site" });
  sites.set("plain", { cid: plainRoot, teamId: "team", subject: "plain" });
  const nowhere = await referenceCid([{ path: "a", content: Buffer.from("never imported") }], {
    wrapWithDirectory: true,
  });
  sites.set("gone", { cid: nowhere, teamId: "team", subject: "gone" });

  database.pool.on("acquire", () => queries++);
  const server = createServer((request, response) => void gateway.handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
});

const site = (path: string, headers = {}, method = "GET"): Promise<Reply> =>
  ask(port, `site.localhost:${port}`, path, { headers, method });
const onCidHost = (path: string, headers = {}): Promise<Reply> =>
  ask(port, `${root}.ipfs.localhost:${port}`, path, { headers });
const byPath = (path: string, headers = {}, host = `localhost:${port}`): Promise<Reply> =>
  ask(port, host, path, { headers });

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

  it("a folder without its slash is redirected to itself, never to another host", async () => {
    const reply = await site("/docs?x=1");
    expect([reply.status, reply.headers.location]).toEqual([302, "/docs/?x=1"]);
    expect((await site("//docs")).headers.location).toBe("/docs/");
  });

  it("a page's ETag is its CID, and a browser that has it gets 304", async () => {
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
  ])("the range %s of a large file is sent as 206", async (range, start, end) => {
    const reply = await site("/video.mp4", { range });
    expect(reply.status).toBe(206);
    expect(reply.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${3 * MiB}`);
    expect(reply.body.equals(video.subarray(start, end))).toBe(true);
  });

  it("a range of a small file is sent too", async () => {
    const reply = await site("/index.html", { range: "bytes=4-7" });
    expect([reply.status, reply.body.toString()]).toEqual([206, "Home"]);
  });

  it.each(["bytes=3145728-", "bytes=-0"])("the range %s cannot be satisfied: 416 with the size", async (range) => {
    const reply = await site("/video.mp4", { range });
    expect([reply.status, reply.headers["content-range"]]).toEqual([416, `bytes */${3 * MiB}`]);
  });

  it.each(["bytes=5-2", "bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=a-b"])(
    "the range %s is ignored and all is sent",
    async (range) => {
      const reply = await site("/video.mp4", { range });
      expect([reply.status, reply.body.length]).toEqual([200, 3 * MiB]);
    },
  );

  it("a range under If-Range of another version is ignored", async () => {
    const { etag } = (await site("/video.mp4", {}, "HEAD")).headers;
    expect((await site("/video.mp4", { range: "bytes=0-1", "if-range": '"old"' })).status).toBe(200);
    expect((await site("/video.mp4", { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
  });

  it("HEAD answers as GET does, without the body", async () => {
    const reply = await site("/video.mp4", {}, "HEAD");
    expect([reply.status, reply.headers["content-length"], reply.body.length]).toEqual([200, `${3 * MiB}`, 0]);
  });

  it("nothing but GET, HEAD and OPTIONS is answered", async () => {
    expect((await site("/", {}, "POST")).status).toBe(405);
    expect((await site("/", {}, "OPTIONS")).status).toBe(204);
  });

  it("the next deployment is shown at once after it was announced", async () => {
    await site("/");
    sites.set("site", { cid: plainRoot, teamId: "team", subject: "site" });
    gateway.invalidate("project", "site");
    expect((await site("/")).body.toString()).toBe("plain");
    sites.set("site", { cid: root, teamId: "team", subject: "site" });
    gateway.invalidate("project", "site");
    expect((await site("/")).body.toString()).toBe("<h1>Home</h1>");
  });

  it("a visit to a page seen before costs no query of the database", async () => {
    await site("/");
    await site("/video.mp4");
    const before = queries;
    await Promise.all([site("/"), site("/video.mp4"), site("/", { range: "bytes=0-1" })]);
    expect(queries).toBe(before);
  });
});

describe("pages for what is not there", () => {
  it("a missing page is a readable 404 that loads nothing", async () => {
    const reply = await site("/nothing/here");
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(reply.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(reply.body.toString()).toContain("prefers-color-scheme:dark");
    expect(reply.headers["cache-control"]).toBe("no-cache");
  });

  it("a project's own 404.html is used, with the status 404", async () => {
    const reply = await ask(port, "plain.localhost", "/missing");
    expect([reply.status, reply.body.toString()]).toEqual([404, "<h1>own</h1>"]);
  });

  it.each([
    ["unknown.localhost", 404, "No site here"],
    ["vacant.localhost", 404, "Nothing here yet"],
    ["gone.localhost", 410, "Site gone"],
    ["a.b.localhost", 404, "Not found"],
    ["not-a-cid.ipfs.localhost", 404, "Not found"],
  ])("%s answers %i", async (host, status, title) => {
    const reply = await ask(port, host, "/");
    expect(reply.status).toBe(status);
    expect(reply.body.toString()).toContain(`<h1>${title}</h1>`);
  });

  it("a path that cannot be decoded, or is none, is not found", async () => {
    expect((await site("/%E0%A4%A")).status).toBe(404);
    expect((await site("http://elsewhere/")).status).toBe(404);
    expect((await site("/docs/..%2findex.html")).status).toBe(404);
    expect((await site("/app.js/")).status).toBe(404);
  });
});

describe("content by CID", () => {
  it("is served on a host of its own, immutable", async () => {
    const reply = await onCidHost("/app.js");
    expect([reply.status, reply.body.toString()]).toEqual([200, "export {};"]);
    expect(reply.headers["cache-control"]).toBe("public, max-age=29030400, immutable");
    expect(reply.headers["content-security-policy"]).toBeUndefined();
    expect(reply.headers["x-ipfs-path"]).toBe(`/ipfs/${root}/app.js`);
  });

  it("a CID in base36 names the same content", async () => {
    const reply = await ask(port, `${CID.parse(root).toString(base36)}.ipfs.localhost`, "/app.js");
    expect(reply.status).toBe(200);
  });

  it("a folder without index.html is listed with its names escaped", async () => {
    const reply = await onCidHost("/plain/");
    expect(reply.body.toString()).toContain("&lt;b&gt;.txt");
    expect(reply.body.toString()).not.toContain("<b>");
    expect((await site("/plain/")).status).toBe(404);
  });

  it("by path a document that a person opens moves to its own host", async () => {
    const reply = await byPath(`/ipfs/${root}/docs/?x=1`, {
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    });
    expect([reply.status, reply.headers.location]).toEqual([302, `http://${root}.ipfs.localhost:${port}/docs/?x=1`]);
  });

  it("a person on another machine, who could not reach that host, stays", async () => {
    const reply = await byPath(`/ipfs/${root}/`, { "sec-fetch-mode": "navigate" }, `192.168.1.2:${port}`);
    expect([reply.status, reply.headers["content-security-policy"]]).toEqual([200, "sandbox"]);
  });

  it("by path everything else is served in a sandbox", async () => {
    const reply = await byPath(`/ipfs/${root}/app.js`, { "sec-fetch-mode": "cors" });
    expect([reply.status, reply.headers["content-security-policy"]]).toEqual([200, "sandbox"]);
    expect((await byPath(`/ipfs/${root}`)).headers.location).toBe(`/ipfs/${root}/`);
    expect((await byPath(`/ipfs/${root}/missing`)).headers["content-security-policy"]).toContain("sandbox");
  });

  it.each([
    { "service-worker": "script" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "script" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "worker" },
    { "sec-fetch-site": "same-origin", "sec-fetch-dest": "serviceworker" },
  ])("by path nothing runs as code of the dashboard's origin: %j", async (headers) => {
    expect((await byPath(`/ipfs/${root}/app.js`, headers)).status).toBe(403);
  });

  it("?format=raw sends the block, whose hash is the CID", async () => {
    const reply = await byPath(`/ipfs/${root}?format=raw`);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.raw");
    expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${root}.bin"`);
    const { nodeCid } = await import("../../engines/blocks/cid.ts");
    expect(nodeCid(reply.body).toString()).toBe(root);
    const accepted = await byPath(`/ipfs/${root}`, { accept: "application/vnd.ipld.raw" });
    expect(accepted.body.equals(reply.body)).toBe(true);
  });

  it("content that this cloud does not hold is a fast 404", async () => {
    const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
    const reply = await byPath(`/ipfs/${elsewhere}/`);
    expect([reply.status, reply.body.toString()]).toEqual([404, expect.stringContaining("Not held here")]);
    expect((await byPath("/ipfs/nonsense/")).status).toBe(404);
    expect((await byPath("/ipfs/")).status).toBe(404);
  });
});

describe("the gateway", () => {
  it("serves hosts below the content domain and no others", () => {
    const hosts = ["site.localhost:4040", "x.ipfs.localhost", "SITE.LOCALHOST."];
    expect(hosts.map(gateway.serves)).toEqual([true, true, true]);
    const others = ["localhost:4040", "127.0.0.1", "", "evillocalhost", "[::1]:4040"];
    expect(others.map(gateway.serves)).toEqual([false, false, false, false, false]);
  });

  it("counts what visitors of a site were sent, and not what they were not", async () => {
    served.length = 0;
    await site("/");
    await site("/video.mp4", { range: "bytes=0-99" });
    await site("/", {}, "HEAD");
    const { etag } = (await site("/", {}, "HEAD")).headers;
    await site("/", { "if-none-match": etag });
    await expect
      .poll(() => served)
      .toEqual([
        { teamId: "team", subject: "site", bytes: 13 },
        { teamId: "team", subject: "site", bytes: 100 },
      ]);
  });

  it("stops reading when the visitor goes away, and counts only what left", async () => {
    served.length = 0;
    const asked = get({
      port,
      host: "127.0.0.1",
      path: "/video.mp4",
      headers: { host: "site.localhost" },
      agent: false,
    });
    const [response] = (await once(asked, "response")) as [NodeJS.ReadableStream];
    response.pause();
    asked.destroy();
    asked.on("error", () => undefined);
    await expect.poll(() => served.length).toBe(1);
    expect(served[0]!.bytes).toBeLessThanOrEqual(3 * MiB);
    expect((await site("/")).status).toBe(200);
  });
});
