/**
 * Permissions to read, list, write and delete: tests each cell of docs/reference/storage-access.md on a running server.
 */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CreateBucketCommand, HeadObjectCommand, PutBucketAclCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BucketAddress } from "../../../resources/storage/domain-calls.ts";
import type { bucketDomains } from "../../../resources/storage/domains.ts";
import type { Row } from "../../../resources/declare/define.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { setRecords } from "../../support/hosting/domains.ts";
import { ask } from "../../support/server/http.ts";
import { s3User } from "../../support/storage/s3-user.ts";
import { storageActors, type Act, type Asked, type User } from "../../support/storage/storage-actors.ts";
import {
  bucketKinds,
  contents,
  operations,
  gatewayRows,
  hostRequests,
  hostRows,
  s3Rows,
  storageAccessDocument,
  type BucketKind,
  type Content,
  type Operation,
  type HostRequest,
  type HostRowName,
  type S3Actor,
  type GatewayRow,
} from "../../support/storage/storage-access-table.ts";
import { formatMarkdown } from "../../support/markdown.ts";

const documentPath = join(import.meta.dirname, "../../../docs/reference/storage-access.md");
const word = randomUUID().slice(0, 8);
const buckets = { private: `private-${word}`, public: `public-${word}` };
const letter = { private: "what only we know", public: "what all may know" };

/** CID of a file that is not stored here. */
const unknownCid = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

let cloud: TestCloud;
let dns: TestDns;
let owner: User;
let stranger: User;
let acts: Record<S3Actor, Act>;
beforeAll(async () => {
  dns = await testDns();
  cloud = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10" });
  [owner, stranger] = [await s3User(cloud.url), await s3User(cloud.url)];
  for (const kind of bucketKinds) {
    await owner.client.send(new CreateBucketCommand({ Bucket: buckets[kind] }));
    await put(kind, "notes/letter", letter[kind]);
  }
  await owner.client.send(new PutBucketAclCommand({ Bucket: buckets.public, ACL: "public-read" }));
  acts = await storageActors({ cloud, owner, stranger, buckets });
});
afterAll(() => expect(cloud.faults).toEqual([]));

const put = (kind: BucketKind, Key: string, Body: string) =>
  owner.client.send(new PutObjectCommand({ Bucket: buckets[kind], Key, Body }));
const isThere = (kind: BucketKind, Key: string): Promise<boolean> =>
  owner.client.send(new HeadObjectCommand({ Bucket: buckets[kind], Key })).then(
    () => true,
    (error: { $metadata: { httpStatusCode: number } }) => {
      if (error.$metadata.httpStatusCode === 404) return false;
      throw error;
    },
  );

const asks: Readonly<Record<Operation, Asked>> = {
  read: { method: "GET", path: "/notes/letter" },
  list: { method: "GET", path: "?list-type=2" },
  write: { method: "PUT", path: "/notes/new", body: "written" },
  delete: { method: "DELETE", path: "/notes/doomed" },
};
const statuses: Readonly<Record<Operation, number>> = { read: 200, list: 200, write: 200, delete: 204 };

test("docs/reference/storage-access.md shows the table", async () => {
  const fresh = await formatMarkdown(storageAccessDocument());
  if (process.env.UPDATE_DOCUMENTS) await writeFile(documentPath, fresh);
  expect(
    await readFile(documentPath, "utf8"),
    "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/storage/storage-access.test.ts",
  ).toBe(fresh);
});

describe("by S3, in a private and in a public bucket:", () => {
  const cases = (Object.keys(s3Rows) as S3Actor[]).map((actor) => [s3Rows[actor].who, actor] as const);
  test.each(cases)("%s", async (_, actor) => {
    const row = s3Rows[actor];
    for (const kind of bucketKinds) {
      const rights: readonly Operation[] = row[kind];
      await put(kind, "notes/doomed", "x");
      for (const deed of operations) {
        const answer = await acts[actor](buckets[kind], asks[deed]);
        const text = await answer.text();
        const cell = `${row.who}: ${deed} in a ${kind} bucket`;
        if (rights.includes(deed)) {
          expect([answer.status, codeIn(text)], cell).toEqual([statuses[deed], undefined]);
          if (deed === "read") expect(text).toBe(letter[kind]);
          if (deed === "list") expect(text).toContain("<Contents><Key>notes/letter</Key>");
        } else {
          expect(codeIn(text), cell).toBe(row.otherwise);
          expect(text).not.toMatch(/only we know|all may know|<Contents>/);
        }
      }
      expect(await isThere(kind, "notes/new"), `${row.who} wrote`).toBe(rights.includes("write"));
      expect(await isThere(kind, "notes/doomed"), `${row.who} deleted`).toBe(!rights.includes("delete"));
      await acts.owner(buckets[kind], { method: "DELETE", path: "/notes/new" });
    }
  });
});

describe("by CID, content of your private and your public bucket, of another team, and of no team:", () => {
  const cids: Record<Content, string> = { private: "", public: "", others: "", unknown: unknownCid };
  const tokens: Record<"own" | "others" | "deleted", string> = { own: "", others: "", deleted: "" };
  const [open, hidden] = [`open-${word}`, `hidden-${word}`];

  const cidOf = async (user: User, Bucket: string, Key: string): Promise<string> =>
    (await user.client.send(new HeadObjectCommand({ Bucket, Key }))).Metadata!["ipfs-hash"]!;
  const tokenOf = (user: User) =>
    user.data<{ id: string; token: string }>("POST /api/gateway/user/token/new", { name: "a server" });

  beforeAll(async () => {
    const theirs = `theirs-${word}`;
    await stranger.client.send(new CreateBucketCommand({ Bucket: theirs }));
    await stranger.client.send(new PutObjectCommand({ Bucket: theirs, Key: "k", Body: "what they know" }));
    [cids.private, cids.public, cids.others] = [
      await cidOf(owner, buckets.private, "notes/letter"),
      await cidOf(owner, buckets.public, "notes/letter"),
      await cidOf(stranger, theirs, "k"),
    ];
    await owner.data("PUT /api/gateway/gateway", { name: open, scope: "public" });
    await owner.data("PUT /api/gateway/gateway", { name: hidden, scope: "private" });
    const late = await tokenOf(owner);
    await owner.data(`DELETE /api/gateway/user/token/${late.id}`);
    const [own, others] = [await tokenOf(owner), await tokenOf(stranger)];
    Object.assign(tokens, { own: own.token, others: others.token, deleted: late.token });
  });

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const request = (way: GatewayRow, cid: string): { host: string; path: string; headers?: Record<string, string> } => {
    const path = `/ipfs/${cid}`;
    const atHidden = { host: `${hidden}.localhost`, path };
    const ways = {
      path: { host: "localhost", path },
      host: { host: `${cid}.ipfs.localhost`, path: "/" },
      pathToken: { host: "localhost", path, headers: bearer(tokens.own) },
      pathSession: { host: "localhost", path, headers: bearer(owner.token) },
      dedicated: { host: `${open}.localhost`, path },
      dedicatedToken: { host: `${open}.localhost`, path, headers: bearer(tokens.own) },
      tokenless: atHidden,
      token: { ...atHidden, headers: bearer(tokens.own) },
      tokenInAddress: { ...atHidden, path: `${path}?token=${tokens.own}` },
      othersToken: { ...atHidden, headers: bearer(tokens.others) },
      deletedToken: { ...atHidden, headers: bearer(tokens.deleted) },
    };
    return ways[way];
  };

  const cases = (Object.keys(gatewayRows) as GatewayRow[]).map((way) => [gatewayRows[way].where, way] as const);
  test.each(cases)("%s", async (_, way) => {
    const { port } = new URL(cloud.url);
    for (const content of contents) {
      const { host, path, headers = {} } = request(way, cids[content]);
      const of = (method: string) => ask(Number(port), `${host}:${port}`, path, { headers, method });
      const reply = await of("GET");
      expect(reply.status, content).toBe(gatewayRows[way][content]);
      expect(/we know|they know|all may know/.test(reply.body.toString()), content).toBe(
        gatewayRows[way][content] === 200,
      );
      expect((await of("HEAD")).status, content).toBe(gatewayRows[way][content]);
      for (const method of ["PUT", "DELETE", "POST"]) expect((await of(method)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await isThere("private", "notes/letter")).toBe(true);
  });
});

describe("by a bucket's host name, a file, its folder and a listing:", () => {
  const calls = "/api/bucketDomain/domain/bucket";
  const domainOf = (way: HostRowName, kind: BucketKind): string => `${way.toLowerCase()}-${kind}.example`;
  const addressOf = async (bucket: string): Promise<string> => {
    const { url } = await owner.data<BucketAddress>(`PUT /api/bucketDomain/address/${bucket}`, { on: true });
    return new URL(url!).hostname;
  };
  const add = (way: HostRowName, kind: BucketKind, by = owner) =>
    by.call(`POST ${calls}`, { token: by.token, body: { domain: domainOf(way, kind), bucketName: buckets[kind] } });
  const prove = async (way: HostRowName, kind: BucketKind): Promise<void> => {
    const { records } = (await add(way, kind)).body.data as Row<typeof bucketDomains>;
    setRecords(dns, records);
    const { success } = await owner.data<{ success: boolean }>(`GET ${calls}/${domainOf(way, kind)}/verify`);
    expect(success).toBe(true);
  };

  /** Sets up a row's state. Returns the host name to request. */
  const hosts: Readonly<Record<HostRowName, (kind: BucketKind) => Promise<string>>> = {
    async verified(kind) {
      await prove("verified", kind);
      return domainOf("verified", kind);
    },
    async unverified(kind) {
      expect((await add("unverified", kind)).status).toBe(200);
      return domainOf("unverified", kind);
    },
    async deleted(kind) {
      await prove("deleted", kind);
      await owner.data(`DELETE ${calls}/${domainOf("deleted", kind)}`);
      return domainOf("deleted", kind);
    },
    address: (kind) => addressOf(buckets[kind]),
    async switchedOff(kind) {
      const host = await addressOf(buckets[kind]);
      await owner.data(`PUT /api/bucketDomain/address/${buckets[kind]}`, { on: false });
      return host;
    },
    async othersTry(kind) {
      expect((await add("othersTry", kind, stranger)).status).toBe(404);
      const body = { on: true };
      const tried = await stranger.call(`PUT /api/bucketDomain/address/${buckets[kind]}`, {
        token: stranger.token,
        body,
      });
      expect(tried.status).toBe(404);
      return domainOf("othersTry", kind);
    },
  };
  /** Returns a similar name without an owner. */
  const strangerTo = (host: string): string => `nobody-${word}${host.slice(host.indexOf("."))}`;
  const paths: Readonly<Record<HostRequest, string>> = {
    file: "/notes/letter",
    folder: "/notes/",
    listing: "/?list-type=2",
  };

  const cases = (Object.keys(hostRows) as HostRowName[]).map((way) => [hostRows[way].where, way] as const);
  test.each(cases)("%s", async (_, way) => {
    const { port } = new URL(cloud.url);
    for (const kind of bucketKinds) {
      const host = await hosts[way](kind);
      const of = (path: string, method = "GET") => ask(Number(port), host, path, { method });
      for (const asked of hostRequests) {
        const reply = await of(paths[asked]);
        const body = reply.body.toString();
        const answer = hostRows[way][kind][asked];
        const unknown = await ask(Number(port), strangerTo(host), paths[asked]);
        if (answer === "unknown") expect([reply.status, body]).toEqual([unknown.status, unknown.body.toString()]);
        else expect(reply.status, `${kind}: ${asked}`).toBe(answer);
        expect(body.includes(letter[kind]), `${kind}: ${asked}`).toBe(answer === 200);
        expect(body).not.toContain("<Contents>");
        if (asked !== "file") expect(body).not.toContain("letter");
      }
      for (const method of ["PUT", "DELETE", "POST"])
        expect((await of("/notes/letter", method)).status).toBeGreaterThanOrEqual(400);
      expect(await isThere(kind, "notes/letter")).toBe(true);
    }
  });
});

const codeIn = (text: string): string | undefined => /<Code>(\w+)/.exec(text)?.[1];
