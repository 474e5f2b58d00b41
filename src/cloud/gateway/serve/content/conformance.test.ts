/** Applicable cases of the official suite (github.com/ipfs/gateway-conformance), with our own DAG. */
import { once } from "node:events";
import { connect } from "node:net";
import { CarReader } from "@ipld/car";
import { CID } from "multiformats/cid";
import { base16upper } from "multiformats/bases/base16";
import { base2 } from "multiformats/bases/base2";
import { base256emoji } from "multiformats/bases/base256emoji";
import { base32z } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { base64url } from "multiformats/bases/base64";
import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { identityCid } from "../../../../../tests/support/ipfs/dag.ts";
import { gatewayDag, manyText, type GatewayDag } from "../../../../../tests/support/ipfs/gateway-dag.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";

let at: TestGateway;
let dag: GatewayDag;
let root: string;
const missing = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";
beforeAll(async () => {
  at = await testGateway();
  dag = await gatewayDag(at);
  root = dag.root.cid.toString();
});

type Headers = Record<string, string>;
const byPath = (path: string, headers: Headers = {}, method = "GET"): Promise<Reply> =>
  ask(at.port, `127.0.0.1:${at.port}`, path, { headers, method });
const onHost = (path: string, headers: Headers = {}): Promise<Reply> =>
  ask(at.port, `${root}.ipfs.localhost:${at.port}`, path, { headers });

describe("paths", () => {
  it("a folder without a trailing slash redirects to its escaped path with one", async () => {
    const reply = await byPath(`/ipfs/${root}/%C4%85/%C4%99`);
    expect([reply.status, reply.headers.location]).toEqual([301, `/ipfs/${root}/%C4%85/%C4%99/`]);
    expect((await onHost("/%C4%85/%C4%99")).headers.location).toBe("/%C4%85/%C4%99/");
  });

  it("a listing has headers with its path, its roots and a limited cache time", async () => {
    const reply = await byPath(`/ipfs/${root}/%C4%85/%C4%99/`);
    expect(reply.body.toString()).toContain("file-źł.txt");
    expect(reply.headers["x-ipfs-path"]).toBe(`/ipfs/${root}/%C4%85/%C4%99/`);
    expect(reply.headers["x-ipfs-roots"]).toBe([dag.root, dag.outer, dag.inner].map(({ cid }) => cid).join(","));
    expect(reply.headers.etag).toMatch(new RegExp(`^"DirIndex-.*_CID-${dag.inner.cid.toString()}"$`));
    expect(reply.headers["cache-control"]).toBe("public, max-age=604800, stale-while-revalidate=2678400");
    for (const known of [reply.headers.etag!, `W/${reply.headers.etag}`, `"other", ${reply.headers.etag}`, "*"])
      expect((await byPath(`/ipfs/${root}/%C4%85/%C4%99/`, { "if-none-match": known })).status).toBe(304);
  });

  it("a folder's index.html has the folder's ETag and is immutable", async () => {
    const reply = await byPath(`/ipfs/${root}/site/`);
    expect([reply.status, reply.headers.etag]).toEqual([200, `"${dag.site.cid.toString()}"`]);
    expect(reply.headers["cache-control"]).toBe("public, max-age=29030400, immutable");
    expect((await byPath(`/ipfs/${root}/site/`, { "if-none-match": reply.headers.etag! })).status).toBe(304);
  });

  it("a file of many blocks is sent completely and in ranges", async () => {
    expect((await byPath(`/ipfs/${root}/sub/many.txt`)).body.toString()).toBe(manyText);
    const part = await byPath(`/ipfs/${root}/sub/many.txt`, { range: "bytes=250-600" });
    expect([part.status, part.headers["content-range"]]).toEqual([206, "bytes 250-600/1026"]);
    expect(part.body.toString()).toBe(manyText.slice(250, 601));
    expect(part.headers["accept-ranges"]).toBe("bytes");
  });

  it("?filename= and ?download= set Content-Disposition", async () => {
    const named = await byPath(`/ipfs/${root}/sub/ascii.txt?filename=test%D1%82%D0%B5%D1%81%D1%82.txt`);
    expect(named.headers["content-disposition"]).toBe(
      `inline; filename="test____.txt"; filename*=UTF-8''test%D1%82%D0%B5%D1%81%D1%82.txt`,
    );
    const saved = await byPath(`/ipfs/${root}/sub/ascii.txt?download=true`);
    expect(saved.headers["content-disposition"]).toBe('attachment; filename="ascii.txt"');
    const hostile = await byPath(`/ipfs/${root}/sub/ascii.txt?filename=a%22%0d%0aX-Evil:%20b%ED%A0%80`);
    expect(hostile.headers["x-evil"]).toBeUndefined();
    expect(hostile.status).toBe(200);
  });

  it.each(["QmInvalidCID", "nonsense", "bafy", "..", "%00"])("/ipfs/%s returns 400", async (id) => {
    expect((await byPath(`/ipfs/${id}/x`)).status).toBe(400);
  });

  it("missing content returns 404, or 412 for only-if-cached requests", async () => {
    expect((await byPath(`/ipfs/${root}/nothing`)).status).toBe(404);
    expect((await byPath(`/ipfs/${missing}`)).status).toBe(404);
    for (const method of ["GET", "HEAD"]) {
      const reply = await byPath(`/ipfs/${missing}`, { "cache-control": "only-if-cached" }, method);
      expect([reply.status, reply.body.length]).toEqual([412, 0]);
      const held = await byPath(`/ipfs/${root}/site/?format=raw`, { "cache-control": "only-if-cached" }, method);
      expect(held.status).toBe(200);
    }
  });

  it("a CID too long for a host name is rejected there and served by path", async () => {
    const long = identityCid(0x55, new TextEncoder().encode("x".repeat(50))).toString();
    const reply = await ask(at.port, `${long}.ipfs.localhost`, "/");
    expect([reply.status, reply.body.toString()]).toEqual([
      400,
      expect.stringContaining("DNS label length limit of 63"),
    ]);
    expect((await byPath(`/ipfs/${long}`)).body.toString()).toBe("x".repeat(50));
  });

  it("a response for a CIDv0 has that CID in its address, roots, tag, file name and CAR", async () => {
    const [v0, sub] = [dag.root.cid.toV0().toString(), dag.sub.cid.toString()];
    expect((await byPath(`/ipfs/${v0}`)).headers.location).toBe(`/ipfs/${v0}/`);
    const inside = await byPath(`/ipfs/${v0}/sub/`);
    expect(inside.headers["x-ipfs-path"]).toBe(`/ipfs/${v0}/sub/`);
    expect(inside.headers["x-ipfs-roots"]).toBe(`${v0},${sub}`);
    const raw = await byPath(`/ipfs/${v0}?format=raw`);
    expect(raw.headers).toMatchObject({ etag: `"${v0}.raw"`, "x-ipfs-roots": v0 });
    expect(raw.headers["content-disposition"]).toBe(`attachment; filename="${v0}.bin"`);
    expect(raw.body.equals(dag.root.bytes)).toBe(true);
    const car = await byPath(`/ipfs/${v0}?format=car&dag-scope=block`);
    expect(car.headers.etag).toContain(`"${v0}.car.`);
    const reader = await CarReader.fromBytes(car.body);
    expect((await reader.getRoots()).map(String)).toEqual([v0]);
    for await (const { cid } of reader.blocks()) expect(cid.toString()).toBe(v0);
    const host = await ask(at.port, `localhost:${at.port}`, `/ipfs/${v0}/`, {
      headers: { "sec-fetch-mode": "navigate" },
    });
    expect(host.headers.location).toBe(`http://${root}.ipfs.localhost:${at.port}/`);
  });

  it("responses allow cross-origin requests", async () => {
    const reply = await byPath(`/ipfs/${root}/`);
    expect(reply.headers["access-control-allow-origin"]).toBe("*");
    const options = await byPath(`/ipfs/${root}/`, {}, "OPTIONS");
    expect([options.status, options.headers["access-control-allow-methods"]]).toEqual([204, "GET, HEAD, OPTIONS"]);
    for (const name of ["Content-Range", "X-Ipfs-Path", "X-Ipfs-Roots", "X-Stream-Output", "X-Chunked-Output"])
      expect(options.headers["access-control-expose-headers"]).toContain(name);
  });

  it("ipfs: and ipns: URLs from browsers redirect to their paths; other URLs don't redirect", async () => {
    const to = async (uri: string) => (await byPath(`/ipfs/?uri=${encodeURIComponent(uri)}`)).headers.location;
    expect(await to(`ipfs://${root}/a b`)).toBe(`/ipfs/${root}/a%20b`);
    expect(await to("ipns://docs.example/x?y=1")).toBe("/ipns/docs.example/x?y=1");
    for (const uri of ["https://evil.example", "ipfs:///evil.example", "ipfs://", "javascript:alert(1)"])
      expect(await to(uri)).toBeUndefined();
  });

  it("/ipfs/ is an ordinary folder on a CID's host", async () => {
    expect((await onHost(`/ipfs/${root}/`)).status).toBe(404);
    expect((await onHost("/sub/ascii.txt")).body.toString()).toBe("goodnight moon\n");
  });
});

describe("blocks (application/vnd.ipld.raw)", () => {
  it.each([
    ["?format=raw", {}],
    ["", { accept: "application/vnd.ipld.raw" }],
    ["?format=raw", { accept: "application/vnd.ipld.car" }],
    ["", { accept: "application/vnd.ipld.car;q=0.5, application/vnd.ipld.raw" }],
  ])("are requested by %j and %j", async (query, headers) => {
    const reply = await byPath(`/ipfs/${root}/sub${query}`, headers as Headers);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/vnd.ipld.raw"]);
    expect(reply.body.equals(dag.sub.bytes)).toBe(true);
    expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${dag.sub.cid.toString()}.bin"`);
    expect(reply.headers.etag).toBe(`"${dag.sub.cid.toString()}.raw"`);
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["cache-control"]).toBe("public, max-age=29030400, immutable");
  });

  it("support ranges, conditions and HEAD", async () => {
    const part = await byPath(`/ipfs/${root}?format=raw`, { range: "bytes=6-16" });
    expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 6-16/${dag.root.bytes.length}`]);
    expect(part.body.equals(dag.root.bytes.slice(6, 17))).toBe(true);
    expect((await byPath(`/ipfs/${root}?format=raw`, { range: "bytes=999999-" })).status).toBe(416);
    expect((await byPath(`/ipfs/${root}?format=raw`, { "if-none-match": `W/"${root}.raw"` })).status).toBe(304);
    const head = await byPath(`/ipfs/${root}?format=raw`, {}, "HEAD");
    expect([head.headers["content-length"], head.body.length]).toEqual([String(dag.root.bytes.length), 0]);
  });

  it("requested by header have a Content-Location with the format", async () => {
    const reply = await byPath(`/ipfs/${root}/sub?x=1`, { accept: "application/vnd.ipld.raw" });
    expect(reply.headers["content-location"]).toBe(`/ipfs/${root}/sub?x=1&format=raw`);
    expect(reply.headers.vary).toContain("Accept");
    expect((await byPath(`/ipfs/${root}/sub?format=raw`)).headers["content-location"]).toBeUndefined();
  });

  it("include the probe of trustless clients", async () => {
    const reply = await byPath("/ipfs/bafkqaaa?format=raw");
    expect([reply.status, reply.body.length]).toEqual([200, 0]);
    expect((await byPath("/ipfs/bafkqaaa?format=raw", {}, "HEAD")).status).toBe(200);
  });

  it("are not requested by a browser's Accept header", async () => {
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
    expect((await byPath(`/ipfs/${root}/sub/ascii.txt`, { accept })).headers["content-type"]).toContain("text/plain");
  });

  it.each(["?format=nonsense", "?format=__proto__", "?format=ipns-record"])("%s returns 400", async (query) => {
    expect((await byPath(`/ipfs/${root}${query}`)).status).toBe(400);
  });
});

describe("data blocks", () => {
  it.each([
    ["", {}, "application/vnd.ipld.dag-cbor", "attachment", "cbor"],
    ["?format=dag-cbor", {}, "application/vnd.ipld.dag-cbor", "attachment", "cbor"],
    ["?format=cbor", {}, "application/cbor", "attachment", "cbor"],
    ["", { accept: "application/vnd.ipld.dag-cbor" }, "application/vnd.ipld.dag-cbor", "attachment", "cbor"],
  ])("dag-cbor requested by %j and %j is the unchanged block", async (query, headers, type, how, extension) => {
    const cid = dag.document.cid.toString();
    const reply = await byPath(`/ipfs/${cid}${query}`, headers as Headers);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
    expect(reply.headers["content-disposition"]).toBe(`${how}; filename="${cid}.${extension}"`);
    expect(reply.body.equals(dag.document.bytes)).toBe(true);
  });

  it("dag-json is sent inline, with its own type or as JSON", async () => {
    const cid = dag.jsonDocument.cid.toString();
    const reply = await byPath(`/ipfs/${cid}`);
    expect(reply.headers["content-type"]).toBe("application/vnd.ipld.dag-json");
    expect(reply.headers["content-disposition"]).toBe(`inline; filename="${cid}.json"`);
    expect(reply.headers.etag).toBe(`"${cid}.dag-json"`);
    expect((await byPath(`/ipfs/${cid}?format=json`)).headers["content-type"]).toBe("application/json");
  });

  it("plain JSON and CBOR have the types of their codecs", async () => {
    const json = identityCid(0x0200, new TextEncoder().encode('{"a":1}')).toString();
    const cbor = identityCid(0x51, Uint8Array.of(0xa0)).toString();
    expect((await byPath(`/ipfs/${json}`)).headers["content-type"]).toBe("application/json");
    expect((await byPath(`/ipfs/${cbor}`)).headers["content-type"]).toBe("application/cbor");
  });

  it("paths follow links into data blocks and folders", async () => {
    expect((await byPath(`/ipfs/${root}/document/files/single`)).body.toString()).toBe("goodnight moon\n");
    const leaf = await byPath(`/ipfs/${root}/document/foo/link`);
    expect(leaf.body.equals(dag.leaf.bytes)).toBe(true);
    expect(leaf.headers["x-ipfs-roots"]).toBe([dag.root, dag.document, dag.leaf].map(({ cid }) => cid).join(","));
  });

  it("a path that ends inside a block returns 501, a missing path 404", async () => {
    const cid = dag.document.cid.toString();
    expect((await byPath(`/ipfs/${cid}/foo`)).status).toBe(501);
    expect((await byPath(`/ipfs/${cid}/foo/nothing`)).status).toBe(404);
    expect((await byPath(`/ipfs/${cid}/__proto__/constructor`)).status).toBe(404);
  });

  it.each([
    ["document", "dag-json"],
    ["document.json", "dag-cbor"],
    ["sub/ascii.txt", "dag-json"],
    ["sub/ascii.txt", "json"],
    ["sub", "cbor"],
    ["sub", "tar"],
  ])("/%s as %s returns 406", async (path, format) => {
    expect((await byPath(`/ipfs/${root}/${path}?format=${format}`)).status).toBe(406);
  });

  it("a JSON file can be requested as JSON; other files are sent unchanged to clients that accept anything", async () => {
    const json = await byPath(`/ipfs/${dag.json.cid.toString()}`, { accept: "application/json" });
    expect([json.status, json.headers["content-type"]]).toEqual([200, "application/json"]);
    const accept = "application/json, text/plain, */*";
    expect((await byPath(`/ipfs/${root}/sub/ascii.txt`, { accept })).status).toBe(200);
    expect((await byPath(`/ipfs/${root}/sub/ascii.txt`, { accept: "application/json" })).status).toBe(406);
  });

  it("browsers receive data as escaped text", async () => {
    const { cid } = dag.document;
    const reply = await byPath(`/ipfs/${cid.toString()}`, { accept: "text/html" });
    expect(reply.headers["content-type"]).toContain("text/html");
    expect(reply.headers.etag).toContain("DagIndex-");
    expect(reply.body.toString()).toContain("&quot;single&quot;");
  });
});

describe("hostile requests", () => {
  it("a path of a thousand parts and a header of hundreds of types are handled", async () => {
    expect((await byPath(`/ipfs/${root}${"/a".repeat(1000)}`)).status).toBe(404);
    const accept = Array.from({ length: 300 }, (_, index) => `x/y${index};q=0.${index}`).join(",");
    expect((await byPath(`/ipfs/${root}/sub/ascii.txt`, { accept })).status).toBe(200);
  });

  it("an absolute URL as request target returns 404", async () => {
    const socket = connect(at.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET http://elsewhere/ipfs/${root} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404/);
  });

  it("a CID in another base serves the same content", async () => {
    const reply = await ask(at.port, `${CID.parse(root).toString(base36)}.ipfs.localhost`, "/sub/ascii.txt");
    expect(reply.body.toString()).toBe("goodnight moon\n");
    for (const { encoder } of [base2, base16upper, base32z, base58btc, base64url, base256emoji]) {
      const spelled = encodeURIComponent(encoder.encode(CID.parse(root).bytes));
      expect((await byPath(`/ipfs/${spelled}/sub/ascii.txt`)).body.toString(), spelled).toBe("goodnight moon\n");
    }
  });
});
