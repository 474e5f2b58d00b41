/** Public buckets, under a team's domain or a public address of the server. */
import { gzipSync } from "node:zlib";
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, it } from "vitest";
import type { BucketAddress } from "../../../resources/storage/domain-calls.ts";
import type { bucketDomains } from "../../../resources/storage/domains.ts";
import type { BucketRow } from "../../../resources/storage/buckets.ts";
import type { Row } from "../../../resources/declare/define.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { setRecords } from "../../support/hosting/domains.ts";
import { ask } from "../../support/server/http.ts";
import { s3User } from "../../support/storage/s3-user.ts";

type Domain = Row<typeof bucketDomains>;
const calls = "/api/bucketDomain/domain/bucket";
const host = "files.example";

let cloud: TestCloud;
let dns: TestDns;
let owner: Awaited<ReturnType<typeof s3User>>;
let client: S3Client;

const put = (Key: string, Body: PutObjectCommandInput["Body"], more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket: "shelf", Key, Body, ...more }));
const get = (path: string, options = {}) => ask(cloud.port, host, path, options);
const add = (domain: string, bucketName = "shelf"): Promise<Domain> =>
  owner.data(`POST ${calls}`, { domain, bucketName });
const prove = async ({ domain, records }: Domain): Promise<void> => {
  setRecords(dns, records);
  expect(await owner.data(`GET ${calls}/${domain}/verify`)).toMatchObject({ success: true, conflicts: [] });
};
const refused = async (line: string, body?: object, by = owner) => {
  const reply = await by.call(line, { token: by.token, body });
  return [reply.status, JSON.stringify(reply.body)] as const;
};
const trafficOf = async (bucket: string): Promise<number> => {
  const { list } = await owner.data<{ list: BucketRow[] }>("GET /api/bucket/buckets/extra");
  return list.find(({ name }) => name === bucket)!.monthTraffic;
};

beforeAll(async () => {
  dns = await testDns();
  cloud = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10" });
  owner = await s3User(cloud.url);
  ({ client } = owner);
  await client.send(new CreateBucketCommand({ Bucket: "shelf" }));
  await put("index.html", "<h1>Shelf</h1>", { ContentType: "text/html" });
  await put("docs/index.html", "<h1>Docs</h1>", { ContentType: "text/html" });
  await put("a//b c.txt", "two slashes", { ContentType: "text/x-own", CacheControl: "max-age=7" });
  await put("plain/file.txt", "0123456789", { ContentType: "text/plain" });
  await put("bundle.js", gzipSync("let a = 1;".repeat(400)), {
    ContentType: "text/javascript",
    ContentEncoding: "gzip",
  });
  await prove(await add(host));
});

describe("a verified domain of a bucket", () => {
  it("serves each object under its key, with its stored content type, to everyone", async () => {
    const odd = await get("/a//b%20c.txt");
    expect([odd.status, odd.headers["content-type"], odd.headers["cache-control"], odd.body.toString()]).toEqual([
      200,
      "text/x-own",
      "max-age=7",
      "two slashes",
    ]);
    expect([odd.headers["x-content-type-options"], odd.headers["access-control-allow-origin"]]).toEqual([
      "nosniff",
      "*",
    ]);
    expect((await get("/a/b%20c.txt")).status).toBe(404);
  });

  it("serves index.html at / and in folders, and redirects paths without the trailing slash", async () => {
    expect((await get("/")).body.toString()).toBe("<h1>Shelf</h1>");
    expect((await get("/docs/")).body.toString()).toBe("<h1>Docs</h1>");
    const moved = await get("/docs?a=b");
    expect([moved.status, moved.headers.location]).toEqual([302, `//${host}/docs/?a=b`]);
  });

  it("never lists a folder; a missing file shows 404.html if there is one", async () => {
    const folder = await get("/plain/");
    expect([folder.status, folder.body.toString()]).toEqual([404, expect.not.stringContaining("file.txt")]);
    expect((await get("/?list-type=2")).body.toString()).toBe("<h1>Shelf</h1>");
    await put("404.html", "<h1>Lost</h1>", { ContentType: "text/html" });
    const lost = await get("/nothing");
    expect([lost.status, lost.headers["content-type"], lost.body.toString()]).toEqual([
      404,
      "text/html",
      "<h1>Lost</h1>",
    ]);
    await client.send(new DeleteObjectCommand({ Bucket: "shelf", Key: "404.html" }));
    expect((await get("/nothing")).body.toString()).toContain("There is no file at this address.");
  });

  it("supports conditional requests, ranges and HEAD", async () => {
    const whole = await get("/plain/file.txt");
    const same = await get("/plain/file.txt", { headers: { "if-none-match": whole.headers.etag } });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    const part = await get("/plain/file.txt", { headers: { range: "bytes=2-4" } });
    expect([part.status, part.headers["content-range"], part.body.toString()]).toEqual([206, "bytes 2-4/10", "234"]);
    expect((await get("/plain/file.txt", { headers: { range: "bytes=99-" } })).status).toBe(416);
    const head = await get("/plain/file.txt", { method: "HEAD" });
    expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, "10", 0]);
    expect((await get("/plain/file.txt", { method: "PUT" })).status).toBe(405);
  });

  it("an object stored compressed is sent unchanged", async () => {
    const { headers, body } = await get("/bundle.js", { headers: { "accept-encoding": "br, gzip" } });
    expect([headers["content-encoding"], body.equals(gzipSync("let a = 1;".repeat(400)))]).toEqual(["gzip", true]);
  });

  it("sent bytes are counted for the bucket", async () => {
    await client.send(new CreateBucketCommand({ Bucket: "counted" }));
    await client.send(new PutObjectCommand({ Bucket: "counted", Key: "file", Body: "x".repeat(1000) }));
    await prove(await add("counted.example", "counted"));
    const sent = await ask(cloud.port, "counted.example", "/file");
    expect([sent.status, sent.body.length]).toEqual([200, 1000]);
    await expect.poll(() => trafficOf("counted")).toBe(2000);
  });

  it("a changed object is served at once", async () => {
    await put("changing.txt", "one", { ContentType: "text/plain" });
    expect((await get("/changing.txt")).body.toString()).toBe("one");
    await put("changing.txt", "two", { ContentType: "text/plain" });
    expect((await get("/changing.txt")).body.toString()).toBe("two");
  });
});

describe("bucket domains", () => {
  it("are listed apart from site domains, and not in those lists", async () => {
    const { items } = await owner.data<{ items: Domain[] }>(`GET ${calls}/list?keyword=files`);
    expect(items).toMatchObject([{ domain: host, bucketName: "shelf", state: "valid", valid: true }]);
    expect(await owner.data("GET /api/hosting/domain")).toEqual({ items: [], total: 0 });
    const { domainId } = items[0]!;
    for (const line of ["GET /api/hosting/domain/", "GET /api/hosting/domain/verify/", "DELETE /api/hosting/domain/"])
      expect((await refused(line + domainId))[0]).toBe(404);
  });

  it("a bucket or a domain of another team answers 404", async () => {
    const other = await s3User(cloud.url);
    expect((await refused(`POST ${calls}`, { domain: "theirs.example", bucketName: "shelf" }, other))[0]).toBe(404);
    for (const line of [`GET ${calls}/${host}`, `GET ${calls}/${host}/verify`, `DELETE ${calls}/${host}`])
      expect((await refused(line, undefined, other))[0]).toBe(404);
    expect((await refused("PUT /api/bucketDomain/address/shelf", { on: true }, other))[0]).toBe(404);
    expect((await get("/")).status).toBe(200);
  });

  it("an invalid name, or one the team already added, is refused on its field", async () => {
    expect(await refused(`POST ${calls}`, { domain: "127.0.0.1", bucketName: "shelf" })).toEqual([
      422,
      expect.stringContaining("domain name is invalid"),
    ]);
    expect(await refused(`POST ${calls}`, { domain: host, bucketName: "shelf" })).toEqual([
      409,
      expect.stringContaining(`${host} has already been added to the bucket shelf.`),
    ]);
  });

  it("an unverified or deleted domain shows nothing of the bucket", async () => {
    const row = await add("later.example");
    expect((await ask(cloud.port, "later.example", "/")).body.toString()).not.toContain("Shelf");
    await prove(row);
    expect((await ask(cloud.port, "later.example", "/")).body.toString()).toBe("<h1>Shelf</h1>");
    await owner.data(`DELETE ${calls}/later.example`);
    expect((await ask(cloud.port, "later.example", "/")).body.toString()).not.toContain("Shelf");
  });
});

describe("a public address on this server", () => {
  const addresses = async () => (await owner.data<{ list: BucketAddress[] }>("GET /api/bucketDomain/address")).list;
  const set = (bucket: string, on: boolean): Promise<BucketAddress> =>
    owner.data(`PUT /api/bucketDomain/address/${bucket}`, { on });

  it("serves a bucket's files while it is switched on", async () => {
    expect(await addresses()).toContainEqual({ bucketName: "shelf" });
    expect((await ask(cloud.port, "shelf.localhost", "/")).status).toBe(404);
    const { url } = await set("shelf", true);
    expect(await set("shelf", true)).toEqual({ bucketName: "shelf", url });
    expect(new URL(url!).hostname).toBe("shelf.localhost");
    expect((await ask(cloud.port, "shelf.localhost", "/")).body.toString()).toBe("<h1>Shelf</h1>");
    expect(await addresses()).toContainEqual({ bucketName: "shelf", url });
    await set("shelf", false);
    expect((await ask(cloud.port, "shelf.localhost", "/")).status).toBe(404);
  });

  it("ends with its bucket, as its domains do; a new bucket of that name starts without them", async () => {
    await client.send(new CreateBucketCommand({ Bucket: "short-lived" }));
    await set("short-lived", true);
    await prove(await add("brief.example", "short-lived"));
    await client.send(new DeleteBucketCommand({ Bucket: "short-lived" }));
    expect((await ask(cloud.port, "brief.example", "/")).status).toBe(404);
    expect((await refused(`GET ${calls}/brief.example`))[0]).toBe(404);
    await client.send(new CreateBucketCommand({ Bucket: "short-lived" }));
    expect((await addresses()).find(({ bucketName }) => bucketName === "short-lived")?.url).toBeUndefined();
  });
});
