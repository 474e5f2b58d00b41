/** Public access to a bucket: by its policy, from pages, by forms; and its cost for the team. */
import { randomUUID } from "node:crypto";
import {
  CreateBucketCommand,
  DeleteBucketPolicyCommand,
  GetBucketAclCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetObjectCommand,
  PutBucketAclCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { refusal, s3User } from "../../support/storage/s3-user.ts";

type User = Awaited<ReturnType<typeof s3User>>;

let cloud: TestCloud;
let owner: User;
let stranger: User;
let client: S3Client;
const Bucket = `access-${randomUUID().slice(0, 8)}`;
const arn = `arn:aws:s3:::${Bucket}`;
beforeAll(async () => {
  cloud = await testCloud();
  [owner, stranger] = [await s3User(cloud.url), await s3User(cloud.url)];
  client = owner.client;
  await client.send(new CreateBucketCommand({ Bucket }));
  // Only a public bucket has a policy.
  await owner.data(`PUT /api/bucket/buckets/${Bucket}/visibility`, { visibility: "public" });
  for (const Key of ["public/page.html", "private/letter", "notes"])
    await client.send(new PutObjectCommand({ Bucket, Key, Body: `<p>${Key}</p>`, ContentType: "text/html" }));
});
afterAll(() => expect(cloud.faults).toEqual([]));

const read = (by: S3Client, Key: string) =>
  by.send(new GetObjectCommand({ Bucket, Key })).then(async ({ Body }) => Body!.transformToString());
const urlOf = (key: string): string => `${owner.endpoint}/${Bucket}/${key}`;
const openTo = (...statements: object[]) =>
  client.send(
    new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ Version: "2012-10-17", Statement: statements }) }),
  );
const allow = (Action: string | string[], Resource: string | string[]) => ({
  Effect: "Allow",
  Principal: "*",
  Action,
  Resource,
});

describe("a bucket's policy", () => {
  test("opens objects below a prefix to public reading, and nothing else", async () => {
    await openTo(allow("s3:GetObject", `${arn}/public/*`));
    expect((await fetch(urlOf("public/page.html"))).status).toBe(200);
    for (const key of ["private/letter", "notes", "public", "nothing", ""])
      expect((await fetch(urlOf(key))).status, key).toBe(403);
    expect((await fetch(urlOf("public/page.html"), { method: "DELETE" })).status).toBe(403);
    expect((await fetch(urlOf("public/x"), { method: "PUT", body: "x" })).status).toBe(403);
    // Callers without list permission do not learn which keys exist.
    expect((await fetch(urlOf("public/nothing"))).status).toBe(403);
    expect(await read(stranger.client, "public/page.html")).toContain("public");
    await client.send(new DeleteBucketPolicyCommand({ Bucket }));
    expect((await fetch(urlOf("public/page.html"))).status).toBe(403);
  });

  test("opens its listing", async () => {
    await openTo(allow(["s3:GetObject", "s3:ListBucket"], [arn, `${arn}/*`]));
    expect((await fetch(urlOf("?list-type=2"))).status).toBe(200);
    expect((await fetch(urlOf("nothing"))).status).toBe(404);
    expect((await fetch(urlOf("?uploads"))).status).toBe(200);
    expect((await fetch(urlOf("?policy"))).status).toBe(403);
    const status = await client.send(new GetBucketPolicyStatusCommand({ Bucket }));
    expect(status.PolicyStatus!.IsPublic).toBe(true);
    await client.send(new DeleteBucketPolicyCommand({ Bucket }));
    expect(await refusal(client.send(new GetBucketPolicyCommand({ Bucket })))).toEqual({
      status: 404,
      code: "NoSuchBucketPolicy",
    });
  });

  test("with an unsupported element is refused as MalformedPolicy, with the reason", async () => {
    const get = allow("s3:GetObject", `${arn}/*`);
    const wrong: [object, RegExp][] = [
      [{ ...get, Effect: "Deny" }, /Effect/],
      [{ ...get, Principal: { AWS: "arn:aws:iam::1:root" } }, /Principal/],
      [{ ...get, Action: "s3:PutObject" }, /s3:PutObject/],
      [{ ...get, Action: "s3:*" }, /s3:\*/],
      [{ ...get, Resource: "arn:aws:s3:::another/*" }, /another/],
      [{ ...get, Resource: `${arn}/a*b` }, /one \*/],
      [{ ...get, Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }, /IpAddress/],
      [{ ...get, NotAction: "s3:GetObject" }, /NotAction/],
      [allow("s3:ListBucket", `${arn}/*`), /ListBucket/],
    ];
    for (const [statement, why] of wrong)
      await expect(openTo(statement), String(why)).rejects.toMatchObject({
        name: "MalformedPolicy",
        message: expect.stringMatching(why) as string,
      });
    expect(await refusal(client.send(new PutBucketPolicyCommand({ Bucket, Policy: "{" })))).toEqual({
      status: 400,
      code: "MalformedPolicy",
    });
  });

  test("is what the canned ACLs set", async () => {
    await client.send(new PutBucketAclCommand({ Bucket, ACL: "public-read" }));
    expect((await fetch(urlOf("notes"))).status).toBe(200);
    const { Grants } = await client.send(new GetBucketAclCommand({ Bucket }));
    expect(Grants!.map(({ Permission, Grantee }) => [Permission, Grantee!.Type])).toEqual([
      ["FULL_CONTROL", "CanonicalUser"],
      ["READ", "Group"],
    ]);
    await client.send(new PutBucketAclCommand({ Bucket, ACL: "private" }));
    expect((await fetch(urlOf("notes"))).status).toBe(403);
    await client.send(new PutObjectAclCommand({ Bucket, Key: "notes", ACL: "private" }));
    expect(await refusal(client.send(new PutObjectAclCommand({ Bucket, Key: "notes", ACL: "public-read" })))).toEqual({
      status: 400,
      code: "AccessControlListNotSupported",
    });
  });
});

describe("other origins", () => {
  const origin = "https://app.example";
  const preflight = (key: string, from = origin) =>
    fetch(urlOf(key), {
      method: "OPTIONS",
      headers: {
        origin: from,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization, x-amz-date, content-type",
      },
    });

  test("can send and read requests while a bucket has no rules; the answer lists the readable headers", async () => {
    const asked = await preflight("notes");
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization, x-amz-date, content-type");
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "notes" }), { expiresIn: 60 });
    const exposed = (await fetch(url, { headers: { origin } })).headers
      .get("access-control-expose-headers")!
      .split(", ");
    expect(exposed).toEqual(
      expect.arrayContaining(["ETag", "Content-Range", "Content-Length", "Last-Modified", "x-amz-meta-ipfs-hash"]),
    );
    expect(exposed.join()).not.toContain("*");
  });

  test("are limited to a bucket's rules, once it has any", async () => {
    const rule = {
      AllowedOrigins: ["https://*.example"],
      AllowedMethods: ["PUT", "GET"],
      AllowedHeaders: ["*"],
      ExposeHeaders: ["ETag"],
      MaxAgeSeconds: 60,
    };
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
    expect((await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules).toEqual([rule]);
    const asked = await preflight("notes");
    expect([
      asked.status,
      asked.headers.get("access-control-allow-origin"),
      asked.headers.get("access-control-max-age"),
    ]).toEqual([200, origin, "60"]);
    expect((await preflight("notes", "https://evil.test")).status).toBe(403);
    const wrong = { CORSRules: [{ ...rule, AllowedMethods: ["PATCH"] }] };
    expect((await refusal(client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: wrong })))).code).toBe(
      "InvalidRequest",
    );
  });
});

describe("forms", () => {
  const post = async (options: Partial<PresignedPostOptions>, body: string, more: Record<string, string> = {}) => {
    const { url, fields } = await createPresignedPost(client, {
      Bucket,
      Key: "form/${filename}",
      Expires: 60,
      ...options,
    });
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
    form.set("file", new Blob([body]), "ü.txt");
    return fetch(url, { method: "POST", body: form, redirect: "manual" });
  };

  test("upload a file as their policy allows", async () => {
    const sent = await post(
      {
        Conditions: [["content-length-range", 1, 10]],
        Fields: { success_action_status: "201", "Content-Type": "text/plain" },
      },
      "by form",
    );
    expect([sent.status, await sent.text()]).toEqual([201, expect.stringContaining("<Key>form/ü.txt</Key>")]);
    expect(await read(client, "form/ü.txt")).toBe("by form");
    const location = sent.headers.get("location")!;
    expect(new URL(location).pathname).toBe(`/s3/${Bucket}/form%2F%C3%BC.txt`);
    expect((await fetch(location)).status).toBe(403);
    const ok = await post({ Fields: { success_action_status: "200" } }, "y");
    expect([ok.status, ok.headers.get("location")]).toEqual([200, location]);
    const redirect = { success_action_redirect: "https://app.example/done" };
    const sentOn = await post(
      { Conditions: [["starts-with", "$success_action_redirect", "https://"]], Fields: redirect },
      "x",
    );
    expect([sentOn.status, new URL(sentOn.headers.get("location")!).searchParams.get("bucket")]).toEqual([303, Bucket]);
  });

  test("need no name of the file, and may name the type of a field", async () => {
    const { url, fields } = await createPresignedPost(client, { Bucket, Key: "unnamed", Expires: 60 });
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${value}\r\n`;
    const parts = [...Object.entries(fields), ["file", "no name"]].map(([name, value]) => part(name!, value!));
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const stored = await fetch(url, { method: "POST", headers, body: `${parts.join("")}--b--\r\n` });
    expect([stored.status, stored.headers.get("location")]).toEqual([204, `${cloud.url}/s3/${Bucket}/unnamed`]);
    expect(await read(client, "unnamed")).toBe("no name");
  });

  test("cannot inject headers or forge them", async () => {
    const split = { Key: "split", Fields: { "Content-Type": "text/plain\r\nx-evil: 1" } };
    expect((await post(split, "x")).status).toBe(204);
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "split" }), { expiresIn: 60 });
    const got = await fetch(url);
    expect([got.status, got.headers.get("x-evil")]).toEqual([200, null]);
    expect((await post({ Fields: { "x-amz-meta-a b": "1" } }, "x")).status).toBe(400);
  });

  test("are refused when they are larger, have extra fields, or were signed for something else", async () => {
    const limited = {
      Conditions: [["content-length-range" as const, 1, 10] as ["content-length-range", number, number]],
    };
    const codeOf = async (answer: Response) => [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
    expect(await codeOf(await post(limited, "x".repeat(11)))).toEqual([400, "EntityTooLarge"]);
    expect(await codeOf(await post(limited, ""))).toEqual([400, "EntityTooSmall"]);
    expect(await codeOf(await post(limited, "x", { "x-amz-meta-extra": "1" }))).toEqual([403, "AccessDenied"]);
    expect(await codeOf(await post(limited, "x", { key: "elsewhere" }))).toEqual([403, "AccessDenied"]);
    expect(await codeOf(await post({ Expires: -10 }, "x"))).toEqual([403, "AccessDenied"]);
    expect(await codeOf(await post(limited, "x", { "X-Amz-Signature": "0".repeat(64) }))).toEqual([
      403,
      "SignatureDoesNotMatch",
    ]);
  });
});

describe("on the dashboard's origin", () => {
  test("content never runs: it is sandboxed, not sniffed, and refused as a script or worker", async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "public/page.html" }), {
      expiresIn: 60,
    });
    const page = await fetch(url);
    expect([page.headers.get("content-security-policy"), page.headers.get("x-content-type-options")]).toEqual([
      "sandbox",
      "nosniff",
    ]);
    for (const dest of ["script", "worker", "serviceworker"]) {
      const { port, host, pathname, search } = new URL(url);
      const headers = { "sec-fetch-site": "same-origin", "sec-fetch-dest": dest };
      const answer = await ask(Number(port), host, pathname + search, { headers });
      expect(answer.status, dest).toBe(403);
    }
  });
});

test("transferred bytes count as the bucket's traffic, and a team without traffic left gets none", async () => {
  const user = await s3User(cloud.url);
  const name = `meter-${randomUUID().slice(0, 8)}`;
  await user.client.send(new CreateBucketCommand({ Bucket: name }));
  await user.client.send(new PutObjectCommand({ Bucket: name, Key: "k", Body: "x".repeat(5000) }));
  await (await user.client.send(new GetObjectCommand({ Bucket: name, Key: "k" }))).Body!.transformToString();
  const { db } = cloud.database;
  const row = await db
    .selectFrom("bucket")
    .select(["id", "team_id"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const used = async () =>
    db
      .selectFrom("usage_bucket")
      .select(["amount", "calls"])
      .where("subject", "=", row.id)
      .where("resource", "=", "TRAFFIC")
      .executeTakeFirst();
  await expect.poll(async () => Number((await used())?.amount ?? 0)).toBeGreaterThanOrEqual(10_000);
  expect(Number((await used())!.amount)).toBeLessThan(11_000);
  // Visits are reads without a key of the team.
  expect(Number((await used())!.calls)).toBe(0);
  await db
    .updateTable("allowance_grant")
    .set({ amount: 1000n })
    .where("team_id", "=", row.team_id)
    .where("resource", "=", "TRAFFIC")
    .execute();
  await expect
    .poll(() => refusal(user.client.send(new GetObjectCommand({ Bucket: name, Key: "k" }))).catch(() => undefined), {
      timeout: 90_000,
    })
    .toEqual({ status: 403, code: "QuotaExceeded" });
});

test("at the host s3.<content domain> buckets have no prefix; site hosts have none", async () => {
  const { port } = new URL(cloud.url);
  const own = await ask(Number(port), `s3.localhost:${port}`, `/${Bucket}/notes`);
  const isRefused = [403, expect.stringContaining("<Code>AccessDenied</Code>")];
  expect([own.status, own.body.toString()]).toEqual(isRefused);
  // A proxy may name the host in a extra header.
  const headers = { "x-forwarded-host": `s3.localhost:${port}` };
  const forwarded = await ask(Number(port), `127.0.0.1:${port}`, `/${Bucket}/notes`, { headers });
  expect([forwarded.status, forwarded.body.toString()]).toEqual(isRefused);
  const site = await ask(Number(port), `site.localhost:${port}`, `/s3/${Bucket}/notes`);
  expect(site.body.toString()).not.toContain("<Code>");
});
