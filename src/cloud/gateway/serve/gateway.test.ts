import { once } from "node:events";
import { get } from "node:http";
import { base36 } from "multiformats/bases/base36";
import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../tests/support/server/http.ts";
import { nodeCid } from "../../engines/blocks/dag/cid.ts";

const MiB = 1024 * 1024;
let gateway: TestGateway["gateway"];
let site: TestGateway["site"];
let served: TestGateway["served"];
let port: number;
let root: string;

beforeAll(async () => {
  ({ gateway, site, served, port, root } = await testGateway());
});

const onCidHost = (path: string): Promise<Reply> => ask(port, `${root}.ipfs.localhost:${port}`, path);
const byPath = (path: string, headers = {}, host = `localhost:${port}`): Promise<Reply> =>
  ask(port, host, path, { headers });

describe("error pages", () => {
  it("a missing page shows a 404 page without external resources", async () => {
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
    ["unknown.localhost", 404, "Site not found"],
    ["vacant.localhost", 404, "Not deployed yet"],
    ["gone.localhost", 410, "Site removed"],
    ["a.b.localhost", 404, "Not found"],
    ["not-a-cid.ipfs.localhost", 400, "Invalid content address"],
  ])("%s returns %i", async (host, status, title) => {
    const reply = await ask(port, host, "/");
    expect(reply.status).toBe(status);
    expect(reply.body.toString()).toContain(`<h1>${title}</h1>`);
  });

  it("an invalid path returns 404", async () => {
    expect((await site("/%E0%A4%A")).status).toBe(404);
    expect((await site("http://elsewhere/")).status).toBe(404);
    expect((await site("/docs/..%2findex.html")).status).toBe(404);
    expect((await site("/app.js/")).status).toBe(404);
  });
});

describe("content by CID", () => {
  it("is served on a separate host, immutable", async () => {
    const reply = await onCidHost("/app.js");
    expect([reply.status, reply.body.toString()]).toEqual([200, "export {};"]);
    expect(reply.headers["cache-control"]).toBe("public, max-age=29030400, immutable");
    expect(reply.headers["content-security-policy"]).toBeUndefined();
    expect(reply.headers["x-ipfs-path"]).toBe(`/ipfs/${root}/app.js`);
  });

  it("a base36 CID serves the same content", async () => {
    const reply = await ask(port, `${CID.parse(root).toString(base36)}.ipfs.localhost`, "/app.js");
    expect(reply.status).toBe(200);
  });

  it("a folder without index.html is listed with its names escaped", async () => {
    const reply = await onCidHost("/plain/");
    expect(reply.body.toString()).toContain("&lt;b&gt;.txt");
    expect(reply.body.toString()).not.toContain("<b>");
    expect((await site("/plain/")).status).toBe(404);
  });

  it("a document opened by path redirects to a separate host", async () => {
    const reply = await byPath(`/ipfs/${root}/docs/?x=1`, {
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    });
    expect([reply.status, reply.headers.location]).toEqual([302, `http://${root}.ipfs.localhost:${port}/docs/?x=1`]);
  });

  it("a visitor that can't reach the separate host is not redirected", async () => {
    const reply = await byPath(`/ipfs/${root}/`, { "sec-fetch-mode": "navigate" }, `192.168.1.2:${port}`);
    expect([reply.status, reply.headers["content-security-policy"]]).toEqual([200, "sandbox"]);
  });

  it("other requests by path are served in a sandbox", async () => {
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
  ])("content by path can't run as code of the dashboard's origin: %j", async (headers) => {
    expect((await byPath(`/ipfs/${root}/app.js`, headers)).status).toBe(403);
  });

  it("?format=raw sends the block", async () => {
    const reply = await byPath(`/ipfs/${root}?format=raw`);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.raw");
    expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${root}.bin"`);
    expect(nodeCid(reply.body).toString()).toBe(root);
    const accepted = await byPath(`/ipfs/${root}`, { accept: "application/vnd.ipld.raw" });
    expect(accepted.body.equals(reply.body)).toBe(true);
  });

  it("content that is not stored here returns 404", async () => {
    const elsewhere = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
    const reply = await byPath(`/ipfs/${elsewhere}/`);
    expect([reply.status, reply.body.toString()]).toEqual([404, expect.stringContaining("Content not found")]);
    expect((await byPath("/ipfs/nonsense/")).status).toBe(400);
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

  it("counts the bytes sent to visitors of a site", async () => {
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

  it("stops reading when the visitor disconnects, and counts only the bytes sent", async () => {
    served.length = 0;
    const clientRequest = get({
      port,
      host: "127.0.0.1",
      path: "/video.mp4",
      headers: { host: "site.localhost" },
      agent: false,
    });
    const [response] = (await once(clientRequest, "response")) as [NodeJS.ReadableStream];
    response.pause();
    clientRequest.destroy();
    clientRequest.on("error", () => undefined);
    await expect.poll(() => served.length).toBe(1);
    expect(served[0]!.bytes).toBeLessThanOrEqual(3 * MiB);
    expect((await site("/")).status).toBe(200);
  });
});
