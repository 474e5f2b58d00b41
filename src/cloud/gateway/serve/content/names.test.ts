import { beforeAll, describe, expect, it } from "vitest";
import { testGateway, type TestGateway } from "../../../../../tests/support/ipfs/gateway.ts";
import { ask, type Reply } from "../../../../../tests/support/server/http.ts";
import { DnsUnavailable } from "../../../engines/dns/dns.ts";
import { fromInlined, inlined, type IpnsNames } from "./names.ts";

const key = "k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8";
const legacyKey = "12D3KooWRBy97UB99e3J6hiPesre1MZeuNQvfan4gBziswrRJsNK";
const record = { bytes: Buffer.from("a signed record"), ttlSeconds: 60 };
const texts = new Map<string, readonly string[]>();
const queriedHosts: string[] = [];

let at: TestGateway;
let target: { cid: string; path: readonly string[]; ttlSeconds: number } | undefined;
beforeAll(async () => {
  const names: IpnsNames = {
    parse: (name) => (name === legacyKey ? key : name === key ? key : undefined),
    resolve: async (name) => (name === key ? target : undefined),
    record: async (name) => (name === key ? record : undefined),
  };
  const dns = {
    texts: async (name: string) => {
      queriedHosts.push(name);
      if (name.includes("silent")) throw new DnsUnavailable("timeout");
      return texts.get(name) ?? [];
    },
  };
  at = await testGateway({ names, dns });
  target = { cid: at.root, path: [], ttlSeconds: 300 };
});

const byPath = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  ask(at.port, `127.0.0.1:${at.port}`, path, { headers });

describe("IPNS names", () => {
  it("serve the content of their record, cached for its TTL", async () => {
    const reply = await byPath(`/ipns/${key}/docs/`);
    expect([reply.status, reply.body.toString()]).toEqual([200, "docs"]);
    expect(reply.headers["cache-control"]).toBe("public, max-age=300");
    expect(reply.headers["x-ipfs-path"]).toBe(`/ipns/${key}/docs/`);
    expect(reply.headers["x-ipfs-roots"]).toContain(at.root);
    expect(reply.headers["content-security-policy"]).toBe("sandbox");
  });

  it("redirect within the name", async () => {
    expect((await byPath(`/ipns/${key}/docs`)).headers.location).toBe(`/ipns/${key}/docs/`);
  });

  it("can target a path below a CID", async () => {
    target = { cid: at.root, path: ["docs"], ttlSeconds: 5 };
    const reply = await byPath(`/ipns/${key}/`);
    expect(reply.body.toString()).toBe("docs");
    expect(reply.headers["x-ipfs-path"]).toBe(`/ipns/${key}/`);
    target = { cid: at.root, path: [], ttlSeconds: 300 };
  });

  it("in another encoding redirect to the canonical one", async () => {
    const reply = await byPath(`/ipns/${legacyKey}/docs/`);
    expect([reply.status, reply.headers.location]).toEqual([302, `/ipns/${key}/docs/`]);
  });

  it("have a separate host, to which browsers are redirected", async () => {
    const reply = await ask(at.port, `${key}.ipns.localhost:${at.port}`, "/docs/");
    expect([reply.body.toString(), reply.headers["cache-control"]]).toEqual(["docs", "public, max-age=300"]);
    expect(reply.headers["content-security-policy"]).toBeUndefined();
    const moved = await byPath(`/ipns/${key}/docs/?x=1`, { "sec-fetch-mode": "navigate" });
    expect([moved.status, moved.headers.location]).toEqual([302, `http://${key}.ipns.localhost:${at.port}/docs/?x=1`]);
  });

  it("return their signed record on request", async () => {
    for (const reply of [
      await byPath(`/ipns/${key}?format=ipns-record`),
      await byPath(`/ipns/${key}`, { accept: "application/vnd.ipfs.ipns-record" }),
    ]) {
      expect(reply.headers["content-type"]).toBe("application/vnd.ipfs.ipns-record");
      expect(reply.headers["content-disposition"]).toBe(`attachment; filename="${key}.ipns-record"`);
      expect(reply.headers["cache-control"]).toBe("public, max-age=60");
      expect(reply.body.equals(record.bytes)).toBe(true);
    }
    expect((await byPath(`/ipns/${key}/docs?format=ipns-record`)).status).toBe(400);
  });

  it("without a record return 502 with Retry-After, and invalid names return 400", async () => {
    const reply = await byPath("/ipns/k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f");
    expect([reply.status, reply.headers["retry-after"]]).toEqual([502, "60"]);
    for (const name of ["x", "a%20b", "..", "%00", "-.-"]) expect((await byPath(`/ipns/${name}/`)).status).toBe(400);
  });
});

describe("DNSLink names", () => {
  it("use the record at _dnslink, or else at the name itself", async () => {
    texts.set("_dnslink.docs.my-shop.example", [`dnslink=/ipfs/${at.root}/docs`]);
    texts.set("plain.example", ["v=spf1 -all", `dnslink=/ipfs/${at.root}`]);
    expect((await byPath("/ipns/docs.my-shop.example/")).body.toString()).toBe("docs");
    const reply = await byPath("/ipns/plain.example/docs/");
    expect([reply.body.toString(), reply.headers["cache-control"]]).toEqual(["docs", "public, max-age=60"]);
  });

  it("can target IPNS and DNSLink names, but not in a loop", async () => {
    texts.set("_dnslink.by-key.example", [`dnslink=/ipns/${key}`]);
    texts.set("_dnslink.by-name.example", ["dnslink=/ipns/by-key.example/docs"]);
    texts.set("_dnslink.circle.example", ["dnslink=/ipns/circle.example"]);
    expect((await byPath("/ipns/by-name.example/")).body.toString()).toBe("docs");
    expect((await byPath("/ipns/circle.example/")).status).toBe(502);
  });

  it("can be inlined in a host name below .ipns., and are cached", async () => {
    const host = `${inlined("docs.my-shop.example")}.ipns.localhost`;
    expect(host).toBe("docs-my--shop-example.ipns.localhost");
    queriedHosts.length = 0;
    for (let visit = 0; visit < 3; visit++) expect((await ask(at.port, host, "/")).body.toString()).toBe("docs");
    expect(queriedHosts).toEqual([]);
    expect((await ask(at.port, "docs.my-shop.example.ipns.localhost", "/")).body.toString()).toBe("docs");
  });

  it.each(["en.wikipedia-on-ipfs.org", "a--b.c-d.example"])(
    "%s is unchanged after inlining and its reverse",
    (name) => {
      expect(fromInlined(inlined(name))).toBe(name);
    },
  );

  it("without a DNS response or record return 502", async () => {
    expect((await byPath("/ipns/silent.example/")).status).toBe(502);
    expect((await byPath("/ipns/nothing.example/")).status).toBe(502);
  });

  it("have no IPNS record", async () => {
    expect((await byPath("/ipns/plain.example?format=ipns-record")).status).toBe(400);
  });
});
