import { createPublicKey, verify as verifySignature } from "node:crypto";
import { generateKeyPair, privateKeyToProtobuf } from "@libp2p/crypto/keys";
import { base32 } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { decode as decodeCbor } from "@ipld/dag-cbor";
import { CID } from "multiformats/cid";
import { beforeAll, describe, expect, it } from "vitest";
import { ipnsLifetimeDaysMax, ipnsTtlSeconds } from "../../../../resources/gateway/limits.ts";
import type { IpnsName } from "../../../../resources/gateway/ipns-names.ts";
import { testCloud, type TestCloud } from "../../../../tests/support/server/cloud.ts";
import { newOwner } from "../../../../tests/support/account/owner.ts";
import { ask as get } from "../../../../tests/support/server/http.ts";
import { identityCid } from "../../../../tests/support/ipfs/dag.ts";
import { signRecord } from "./record.ts";

/**
 * Records of ipfs/gateway-conformance (fixtures/ipns_records, commit 22c7644), in base64, with their validity: a valid
 * signature of version 2, and older parts that don't contradict it.
 */
const conformanceRecords: readonly {
  readonly key: string;
  readonly what: string;
  readonly isValid: boolean;
  readonly record: string;
}[] = [
  {
    key: "k51qzi5uqu5diamp7qnnvs1p1gzmku3eijkeijs3418j23j077zrkok63xdm8c",
    what: "v1-v2-broken-signature-v2",
    isValid: false,
    record:
      "Cj4vaXBmcy9iYWZrcWFodHdnZXZ4bW1yYW81dXhpMmJhbWp6ZzYyM2ZueXFoZzJsaG56cXhpNWxzbXVxaG1tcRJAjeL4ntt0Kd9X5BfMb++Z7bEZ+L8j7WOJaj+QQiozOFuYgAqzqC9w2nBK2vbqHnAfH+NP9Q/Ileo6ZHXiHEGeARgAIhsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlooADCAoPHCsTRCDWludmFsaWQgc3R1ZmZKkgGlY1RUTBsAAAGjGFxQAGVWYWx1ZVg+L2lwZnMvYmFma3FhaHR3Z2V2eG1tcmFvNXV4aTJiYW1qemc2MjNmbnlxaGcybGhuenF4aTVsc211cWhtbXFoU2VxdWVuY2UAaFZhbGlkaXR5WBsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlpsVmFsaWRpdHlUeXBlAA==",
  },
  {
    key: "k51qzi5uqu5dilgf7gorsh9vcqqq4myo6jd4zmqkuy9pxyxi5fua3uf7axph4y",
    what: "v1-v2-broken-signature-v1",
    isValid: true,
    record:
      "Cj4vaXBmcy9iYWZrcWFodHdnZXZ4bW1yYW81dXhpMmJhbWp6ZzYyM2ZueXFoZzJsaG56cXhpNWxzbXVxaG1taRINaW52YWxpZCBzdHVmZhgAIhsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlooADCAoPHCsTRCQDLFjmqubpaOcNifMaGgsU4Y4TI9ntYayJtdlEdheA53tItrCas+sbT2FGBrVVN7WKWsZ0MoMtVkmY2EfQcctQdKkgGlY1RUTBsAAAGjGFxQAGVWYWx1ZVg+L2lwZnMvYmFma3FhaHR3Z2V2eG1tcmFvNXV4aTJiYW1qemc2MjNmbnlxaGcybGhuenF4aTVsc211cWhtbWloU2VxdWVuY2UAaFZhbGlkaXR5WBsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlpsVmFsaWRpdHlUeXBlAA==",
  },
  {
    key: "k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f",
    what: "v2",
    isValid: true,
    record:
      "QkBqdphYXisXBwnUlH4UixixINdttDUV7azykN+Wtx4pwMpaFlECVoFPglVTLsRUmt4m9MqDNfTEHiz//rG6CqUBSnilY1RUTBsAAAGjGFxQAGVWYWx1ZVgkL2lwZnMvYmFma3FhZHR3Z2l3dzYzdG1wZXFoZXpsZG41emdpaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dlkw8pxuw9qmqayfdeh4kfebhmreauqdc6a7c3y7d5i9fi8mk9w",
    what: "v1-v2",
    isValid: true,
    record:
      "CiEvaXBmcy9iYWZrcWFkZHdnZXZ4bW1yYW9qc3dnMzNzbXESQKVBIW5AlouMwTkDk422cy5V72gCzuZl1kXeBsRUqu/PBlR1C8hOm0ElCzXk1B2lOcWlQn/DDgjclKS9yoAD+A4YACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0QkBKUbhkQ4lL69MhRgLsLDYnDkzQUIpmbfo1VmDE+ouikK595E12q1LEc585fnFBl05qQaA5gBJgz9PAWwBqSiUNSnWlY1RUTBsAAAGjGFxQAGVWYWx1ZVghL2lwZnMvYmFma3FhZGR3Z2V2eG1tcmFvanN3ZzMzc21xaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dlmit2tuwdvnx4sbnyqgmvbxftl0eo3f33wwtb9gr7yozae9kpw",
    what: "v1-v2-broken-v1-value",
    isValid: false,
    record:
      "CjYvaXBmcy9iYWZrcWFnbHVtdnp4aTJsb200cWdleWxlZWJ1eGEzdHRlYnpna3kzcG9qc2hnY3ESQE5taz3vFU7cTf9hDAOApkMyWDc4w1nSfrC4qITpk9sInaYHbzEPiZUkcB2oWaNN5KvylXYVmxJC2vcUQyF5Zg4YACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0QkBKnsu1f2ZA7v+BSXyxrVDYn0fn5RYCVmO+9gRgL4a26b88KvjUOkq6ZawaGybWDcL4UWMFXkfyBtZWBnt9G7cESpIBpWNUVEwbAAABoxhcUABlVmFsdWVYPi9pcGZzL2JhZmtxYWh0d2dldnhtbXJhb2pzd2czM3NtcXFobzJsdW5hcWdlNHRwbm5zdzRpZHdtZndoa3ppaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dm4tm0wt8srkg9h9suud4wuiwjimndrkydqm81cqtlb5ak6p7ku",
    what: "v1",
    isValid: false,
    record:
      "CiQvaXBmcy9iYWZrcWFkdHdnZXd3NjN0bXBlcWhlemxkbjV6Z2kSQEedeyjkXQBKsjSpBHyB4WYPVA08/XHiF0otM9qhLtisJiyMfGugifOkdR/TsGt758s6VBgUerTul2quBszrWAcYACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0",
  },
];

/**
 * Returns the fields of a protobuf message by number: varints as bigint, the rest as bytes. Independent of the
 * libraries under test.
 */
const fieldsOf = (bytes: Uint8Array): Map<number, bigint | Uint8Array> => {
  const fields = new Map<number, bigint | Uint8Array>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("The message ends too early.");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const kind = Number(tag & 7n);
    if (kind !== 0 && kind !== 2) throw new Error(`Fields of kind ${kind} are not expected.`);
    const value = varint();
    if (kind === 2) at += Number(value);
    fields.set(Number(tag >> 3n), kind === 0 ? value : bytes.slice(at - Number(value), at));
  }
  return fields;
};

const apple = "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";
const pear = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const dayMs = 86_400_000;

type Owner = Awaited<ReturnType<typeof newOwner>>;

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud();
});

const ask = (owner: Owner, line: string, body?: unknown) =>
  owner.call(line, { token: owner.token, ...(body !== undefined && { body }) });
const create = (owner: Owner, name: string, value = apple, lifetime = 30) =>
  owner.data<IpnsName>("POST /api/ipns/names", { name, value, lifetime });
const publish = (owner: Owner, key: string, value: string) =>
  owner.data<IpnsName>(`POST /api/ipns/names/${key}`, { value });
const recordAt = (key: string, init?: RequestInit) => fetch(`${cloud.url}/routing/v1/ipns/${key}`, init);
const bytesOf = async (key: string): Promise<Uint8Array> => new Uint8Array(await (await recordAt(key)).arrayBuffer());
const put = (key: string, bytes: Uint8Array) =>
  recordAt(key, {
    method: "PUT",
    headers: { "content-type": "application/vnd.ipfs.ipns-record" },
    body: Buffer.from(bytes),
  });

/** Creates a foreign name. */
const foreignName = async () => {
  const pair = await generateKeyPair("Ed25519");
  const sign = (value: string, sequence: bigint, validMs = dayMs) =>
    signRecord(privateKeyToProtobuf(pair), { value, sequence, expiresAt: new Date(Date.now() + validMs) });
  return { key: pair.publicKey.toCID().toString(base36), sign };
};

describe("an IPNS name", () => {
  it("is published with a record that validates with an independent decoder", async () => {
    const owner = await newOwner(cloud.url);
    const { key, expiresAt } = await create(owner, "orchard", `/ipfs/${apple}/trees`, 90);
    expect(key).toMatch(/^k51[a-z0-9]{59}$/);
    const answer = await recordAt(key);
    expect(answer.headers.get("content-type")).toBe("application/vnd.ipfs.ipns-record");
    expect(answer.headers.get("cache-control")).toBe(`public, max-age=${ipnsTtlSeconds}`);

    const fields = fieldsOf(new Uint8Array(await answer.arrayBuffer()));
    const data = fields.get(9) as Uint8Array;
    const signed = Buffer.concat([Buffer.from("ipns-signature:"), data]);
    // The name itself is the public key: an identity multihash of a protobuf { 1: Ed25519, 2: 32 bytes }.
    const publicKey = fieldsOf(CID.parse(key, base36).multihash.digest).get(2) as Uint8Array;
    const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey]);
    const verified = verifySignature(
      null,
      signed,
      createPublicKey({ key: spki, format: "der", type: "spki" }),
      fields.get(8) as Uint8Array,
    );
    expect(verified).toBe(true);

    const entry = decodeCbor<{ Value: Uint8Array; Validity: Uint8Array; [name: string]: unknown }>(data);
    expect(Buffer.from(entry.Value).toString()).toBe(`/ipfs/${apple}/trees`);
    expect(Math.floor(Date.parse(Buffer.from(entry.Validity).toString()) / 1000)).toBe(expiresAt);
    expect(entry).toMatchObject({ Sequence: 1, TTL: ipnsTtlSeconds * 1e9, ValidityType: 0 });
    expect(expiresAt * 1000 - Date.now()).toBeGreaterThan(89 * dayMs);
    // The V1 fields for older nodes have the same values.
    expect(Buffer.from(fields.get(1) as Uint8Array).toString()).toBe(`/ipfs/${apple}/trees`);
    expect(fields.get(5)).toBe(1n);
  });

  it("has an increasing sequence number, even with concurrent updates", async () => {
    const owner = await newOwner(cloud.url);
    const { key } = await create(owner, "busy");
    const published = await Promise.all(
      Array.from({ length: 12 }, (_, at) => publish(owner, key, `/ipfs/${pear}/${at}`)),
    );
    expect(published.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 2),
    );
    const newest = published.find(({ sequence }) => sequence === 13)!;
    const entry = decodeCbor<{ Value: Uint8Array; Sequence: number }>(
      fieldsOf(await bytesOf(key)).get(9) as Uint8Array,
    );
    expect([entry.Sequence, Buffer.from(entry.Value).toString()]).toEqual([13, newest.value]);
  });

  it("accepts a CID, a path or another name, and nothing else", async () => {
    const owner = await newOwner(cloud.url);
    const { key, value } = await create(owner, "one", apple);
    expect(value).toBe(`/ipfs/${apple}`);
    expect((await create(owner, "two", key)).value).toBe(`/ipns/${key}`);
    expect((await create(owner, "three", "QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n")).value).toMatch(
      /^\/ipfs\/bafy/,
    );
    for (const wrong of ["/ipfs/", "https://example.com", "/ipns/example.com", "/ipld/bafy", "nonsense"]) {
      const refused = await ask(owner, "POST /api/ipns/names", { name: wrong, value: wrong, lifetime: 1 });
      expect(refused.status).toBe(422);
      expect(refused.body.data).toHaveProperty("value");
    }
    const twice = await ask(owner, "POST /api/ipns/names", { name: "one", value: apple, lifetime: 1 });
    expect(twice.body.code).toBe("NAME_TAKEN");
    const tooLong = { name: "four", value: apple, lifetime: ipnsLifetimeDaysMax + 1 };
    expect((await ask(owner, "POST /api/ipns/names", tooLong)).status).toBe(422);
  });

  it("is listed page by page and found by name, key or value", async () => {
    const owner = await newOwner(cloud.url);
    for (let at = 0; at < 12; at += 1) await create(owner, `name ${at}`, at === 3 ? pear : apple);
    type Listed = { list: IpnsName[]; page: { next?: string; total: number; hasNext: boolean } };
    const list = (query = "") => owner.data<Listed>(`GET /api/ipns/names${query}`);
    const first = await list();
    expect(first.page).toMatchObject({ total: 12, hasNext: true });
    const second = await list(`?cursor=${first.page.next}`);
    expect(second.page).toEqual({ total: 12, hasNext: false });
    expect([...first.list, ...second.list].map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, at) => `name ${11 - at}`),
    );
    expect((await list(`?keyword=${pear}`)).list.map(({ name }) => name)).toEqual(["name 3"]);
    expect((await list(`?keyword=${first.list[0]!.key}`)).page.total).toBe(1);
  });

  it("of another team returns 404, and a deleted one no longer resolves", async () => {
    const [owner, other] = [await newOwner(cloud.url), await newOwner(cloud.url)];
    const { key } = await create(owner, "mine");
    expect((await ask(other, `POST /api/ipns/names/${key}`, { value: pear })).status).toBe(404);
    expect((await ask(other, `DELETE /api/ipns/names/${key}`)).status).toBe(404);
    expect((await ask(owner, `DELETE /api/ipns/names/${key}`)).status).toBe(200);
    expect((await recordAt(key)).status).toBe(404);
  });

  it("stores its private key encrypted", async () => {
    const owner = await newOwner(cloud.url);
    const { key } = await create(owner, "sealed");
    const row = await cloud.database.db
      .selectFrom("ipns_name")
      .select("sealed_key")
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    const publicKey = fieldsOf(CID.parse(key, base36).multihash.digest).get(2) as Uint8Array;
    // libp2p's private key format includes the public key.
    expect(row.sealed_key.includes(Buffer.from(publicKey))).toBe(false);
    expect(row.sealed_key.toString("latin1")).not.toContain(Buffer.from(publicKey).toString("base64").slice(4, 20));
  });
});

describe("record exchange", () => {
  it("accepts valid, newer records of any name, and serves them", async () => {
    const { key, sign } = await foreignName();
    expect((await recordAt(key)).status).toBe(404);
    const [older, newer] = [await sign(`/ipfs/${apple}`, 4n), await sign(`/ipfs/${pear}`, 5n)];
    expect((await put(key, newer)).status).toBe(200);
    expect((await put(key, newer)).status).toBe(200);
    expect((await put(key, older)).status).toBe(409);
    expect(Buffer.compare(await bytesOf(key), newer)).toBe(0);
  });

  it("rejects records that are forged, expired, of another name, too large or malformed", async () => {
    const [one, other] = [await foreignName(), await foreignName()];
    const record = await one.sign(`/ipfs/${apple}`, 1n);
    const forged = Uint8Array.from(record);
    forged[forged.length - 5]! ^= 1;
    expect((await put(one.key, forged)).status).toBe(400);
    expect((await put(other.key, record)).status).toBe(400);
    expect((await put(one.key, await one.sign(`/ipfs/${apple}`, 1n, -1000))).status).toBe(400);
    expect((await put(one.key, new TextEncoder().encode("hello"))).status).toBe(400);
    expect((await put(one.key, new Uint8Array(11_000))).status).toBe(413);
    expect((await put("example.com", record)).status).toBe(400);
    expect((await recordAt(one.key, { headers: { accept: "text/html" } })).status).toBe(406);
    expect((await recordAt(one.key)).status).toBe(404);
  });

  it("accepts names in each encoding", async () => {
    const { key, sign } = await foreignName();
    expect((await put(key, await sign(`/ipfs/${apple}`, 1n))).status).toBe(200);
    const cid = CID.parse(key, base36);
    for (const spelling of [cid.toString(base32), base58btc.encode(cid.multihash.bytes).slice(1)])
      expect((await recordAt(spelling)).status).toBe(200);
  });
});

it("is cached no longer than its record is valid, in every form of the request", async () => {
  const { key, sign } = await foreignName();
  const data = identityCid(0x0129, new TextEncoder().encode('{"a":1}'));
  const validSeconds = 50;
  expect(validSeconds).toBeLessThan(ipnsTtlSeconds);
  expect((await put(key, await sign(`/ipfs/${data.toString()}`, 1n, validSeconds * 1000))).status).toBe(200);
  const port = Number(new URL(cloud.url).port);
  const asked = [
    ["/routing/v1/ipns/", {}],
    ["/ipns/", {}],
    ["/ipns/", { accept: "text/html" }],
    ["/ipns/", { accept: "application/vnd.ipfs.ipns-record" }],
    ["/ipns/", { accept: "application/vnd.ipld.raw" }],
    ["/ipns/", { accept: "application/vnd.ipld.car" }],
  ] as const;
  for (const [path, headers] of asked) {
    const reply = await get(port, `localhost:${port}`, `${path}${key}`, { headers });
    const seconds = Number(/^public, max-age=(\d+)$/.exec(String(reply.headers["cache-control"]))?.[1]);
    expect([reply.status, seconds > 0 && seconds <= validSeconds], JSON.stringify([path, headers])).toEqual([
      200,
      true,
    ]);
  }
});

describe("the records of ipfs/gateway-conformance", () => {
  for (const { key, what, isValid, record } of conformanceRecords) {
    it(`${what}: ${isValid ? "valid" : "invalid"}`, async () => {
      expect((await put(key, Buffer.from(record, "base64"))).status).toBe(isValid ? 200 : 400);
      expect((await recordAt(key)).status).toBe(isValid ? 200 : 404);
    });
  }
});
