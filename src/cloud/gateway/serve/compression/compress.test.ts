import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";
import { keyStream } from "../../../../../tests/support/ipfs/unixfs.ts";
import { codingFor, isCompressible } from "./encodings.ts";

let gateway: TestGateway;
const script = `export const words = "${"compress me, please. ".repeat(500)}";`;
const table = "name;number\n".repeat(500_000);
const noise = keyStream("noise")(5000);

beforeAll(async () => {
  gateway = await testGateway();
  await gateway.publish("packed", {
    "app.js": script,
    "small.css": "body{}",
    "noise.txt": noise,
    "picture.png": "x".repeat(5000),
    "table.csv": table,
    "404.html": script,
  });
});

const at = (path: string, acceptEncoding?: string, headers = {}, method = "GET"): Promise<Reply> =>
  ask(gateway.port, "packed.localhost", path, {
    headers: { ...(acceptEncoding !== undefined && { "accept-encoding": acceptEncoding }), ...headers },
    method,
  });

describe("compression", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, gzip;q=0.1", "gzip"],
    ["*", "br"],
    ["*;q=0.5, br;q=0", "gzip"],
    ["identity", undefined],
    ["identity;q=1, gzip;q=0.5", undefined],
    ["gzip;q=0, br;q=x", undefined],
    ["deflate", undefined],
    ["", undefined],
    ["BR", "br"],
  ])("a client that accepts “%s” receives %s", async (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding);
    const reply = await at("/app.js", accepted);
    expect([reply.status, reply.headers["content-encoding"]]).toEqual([200, coding]);
    expect(reply.headers.vary).toBe("Accept-Encoding");
    expect(reply.headers["content-length"]).toBe(String(reply.body.length));
    expect(plain(reply).toString()).toBe(script);
  });

  it("each coding has a separate ETag; any of them revalidates", async () => {
    const etags = await Promise.all(
      ["br", "gzip", "identity"].map(async (coding) => (await at("/app.js", coding)).headers.etag!),
    );
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) {
      const reply = await at("/app.js", "br", { "if-none-match": etag });
      expect([reply.status, reply.headers.etag, reply.headers.vary]).toEqual([304, etag, "Accept-Encoding"]);
    }
  });

  it("HEAD returns the same headers as GET", async () => {
    for (const path of ["/app.js", "/noise.txt", "/table.csv"]) {
      const [got, head] = await Promise.all([at(path, "br"), at(path, "br", {}, "HEAD")]);
      const { date: _, "transfer-encoding": __, ...expected } = got.headers;
      expect(head.headers).toMatchObject(expected);
      expect(head.body.length).toBe(0);
    }
  });

  it.each(["/small.css", "/picture.png", "/noise.txt"])(
    "%s is not compressed, because it would hardly get smaller",
    async (path) => {
      const reply = await at(path, "br, gzip");
      expect([reply.status, reply.headers["content-encoding"]]).toEqual([200, undefined]);
    },
  );

  it("range requests apply to the uncompressed bytes", async () => {
    const reply = await at("/app.js", "br", { range: "bytes=0-9" });
    expect([reply.status, reply.headers["content-encoding"], reply.body.toString()]).toEqual([
      206,
      undefined,
      "export con",
    ]);
    const ifCoded = (await at("/app.js", "br")).headers.etag;
    expect((await at("/app.js", "br", { range: "bytes=0-9", "if-range": ifCoded })).status).toBe(200);
  });

  it.each(["br", "gzip"])("a large file is compressed with %s while it is sent", async (coding) => {
    const reply = await at("/table.csv", coding);
    expect([reply.status, reply.headers["content-length"]]).toEqual([200, undefined]);
    expect(reply.body.length).toBeLessThan(table.length / 10);
    expect(plain(reply).toString() === table).toBe(true);
  });

  it("concurrent requests for large files all succeed", async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => at("/table.csv", "gzip")));
    expect(replies.map((reply) => plain(reply).length)).toEqual(Array.from({ length: 12 }, () => table.length));
  });

  it("a 404 page is compressed too", async () => {
    const reply = await at("/missing", "br");
    expect([reply.status, reply.headers["content-encoding"], plain(reply).toString()]).toEqual([404, "br", script]);
  });

  it("the compressed size is metered", async () => {
    gateway.served.length = 0;
    const lengths = [];
    for (const path of ["/app.js", "/app.js", "/table.csv"]) lengths.push((await at(path, "br")).body.length);
    await expect.poll(() => gateway.served.map(({ bytes }) => bytes)).toEqual(lengths);
  });

  it("content by CID is compressed as well", async () => {
    const { cid } = gateway.sites.get("packed")!;
    const reply = await ask(gateway.port, `${cid}.ipfs.localhost`, "/app.js", { headers: { "accept-encoding": "br" } });
    expect([reply.headers["content-encoding"], reply.headers["cache-control"]]).toEqual([
      "br",
      "public, max-age=29030400, immutable",
    ]);
    const byPath = await ask(gateway.port, "localhost", `/ipfs/${cid}/app.js`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect(byPath.headers.vary).toBe("Accept, Sec-Fetch-Mode, Accept-Encoding");
  });
});

describe("isCompressible", () => {
  it.each(["text/html; charset=utf-8", "application/wasm", "image/svg+xml", "application/ld+json", "font/ttf"])(
    "%s",
    (type) => {
      expect(isCompressible(type)).toBe(true);
    },
  );

  it.each(["image/png", "video/mp4", "font/woff2", "application/zip", "application/octet-stream", "text/event-stream"])(
    "not %s",
    (type) => {
      expect(isCompressible(type)).toBe(false);
    },
  );
});

const plain = ({ headers, body }: Reply): Buffer => {
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
};
