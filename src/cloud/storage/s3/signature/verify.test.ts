import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";
import { AwsV4Signer } from "aws4fetch";
import { expect, test } from "vitest";
import { hashOf } from "../../../kernel/secrets.ts";
import type { KeyRecord } from "../keys/find-key.ts";
import { Query } from "../request-target.ts";
import { verify } from "./verify.ts";
import { fake } from "../../../../../tests/support/fake.ts";

const accessKey = "FHAAAAAAAAAAAAAAAAAA";
const secret = "a secret of forty letters, or so it seems";
const sessionToken = "the token/of+a session=";
const host = "localhost:4040";

const keyWith = (more: Partial<KeyRecord> = {}): KeyRecord => ({
  accessKey,
  secret,
  teamId: "team",
  personId: "person",
  tokenHash: undefined,
  expiresAt: undefined,
  buckets: [],
  prefixes: [],
  objectKey: undefined,
  permissions: ["read"],
  ...more,
});

/** Hash implementation for the AWS signer. */
class Sha256 {
  readonly #hash;
  constructor(key?: string | Uint8Array) {
    this.#hash = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

const oracle = (token?: string) =>
  new SignatureV4({
    service: "s3",
    region: "eu-west-2",
    sha256: Sha256 as never,
    uriEscapePath: false,
    credentials: {
      accessKeyId: accessKey,
      secretAccessKey: secret,
      ...(token !== undefined && { sessionToken: token }),
    },
  });

interface Sent {
  readonly method?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const check = ({ method = "GET", url, headers }: Sent, key: KeyRecord | undefined = keyWith()) => {
  const rawHeaders = Object.entries(headers).flat();
  const request = fake<IncomingMessage>({ method, headers, rawHeaders });
  const at = url.indexOf("?");
  const rawPath = at < 0 ? url : url.slice(0, at);
  const query = new Query(at < 0 ? "" : url.slice(at + 1));
  return verify(request, { rawPath, query }, { find: async (name) => (name === accessKey ? key : undefined) });
};

const signed = async (
  path: string,
  more: {
    query?: Record<string, string>;
    headers?: Record<string, string>;
    at?: Date;
    token?: string;
    method?: string;
  } = {},
): Promise<Sent> => {
  const { query = {}, headers = {}, at = new Date(), token, method = "GET" } = more;
  const request = {
    method,
    protocol: "http:",
    hostname: "localhost",
    path,
    query,
    headers: { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD", ...headers },
  };
  const { headers: sent } = await oracle(token).sign(request, { signingDate: at });
  const search = new URLSearchParams(query).toString().replaceAll("+", "%20");
  const lower = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, url: path + (search && `?${search}`), headers: lower };
};

test("requests signed by the AWS signer are valid, with any paths, queries and headers", async () => {
  const paths = [
    "/s3/bucket/key",
    "/s3/bucket/a%20b%2Bc%26",
    "/s3/bucket//a//b",
    "/s3/bucket/a%2Fb",
    "/s3/bucket/..",
    "/s3/b/%C3%BC%E2%82%AC",
    "/s3/",
  ];
  for (const path of paths)
    expect(
      await check(await signed(path, { query: { prefix: "a b/+ü", "list-type": "2", delimiter: "/", empty: "" } })),
      path,
    ).toMatchObject({ key: { accessKey } });
  const spaced = await signed("/s3/b/k", { headers: { "x-amz-meta-a": "  several   spaces  " } });
  expect(await check(spaced)).toBeDefined();
});

test("headers with non-ASCII bytes are valid", async () => {
  const text = "grün €";
  const latin = Buffer.from(text, "utf8").toString("latin1");
  const { headers, ...rest } = await signed("/s3/b/k", { headers: { "x-amz-meta-colour": text } });
  expect(await check({ ...rest, headers: { ...headers, "x-amz-meta-colour": latin } })).toBeDefined();
});

test("any change of method, path, query or header is rejected", async () => {
  const sent = await signed("/s3/bucket/key", { query: { a: "1" }, headers: { "x-amz-meta-a": "1" } });
  const wrong: Sent[] = [
    { ...sent, method: "DELETE" },
    { ...sent, url: "/s3/bucket/other?a=1" },
    { ...sent, url: "/s3/bucket/key?a=2" },
    { ...sent, url: "/s3/bucket/key?a=1&acl=" },
    { ...sent, headers: { ...sent.headers, "x-amz-meta-a": "2" } },
    { ...sent, headers: { ...sent.headers, host: "elsewhere" } },
    { ...sent, headers: { ...sent.headers, "x-amz-content-sha256": "0".repeat(64) } },
  ];
  for (const one of wrong) await expect(check(one)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  const added = { ...sent, headers: { ...sent.headers, "x-amz-acl": "public-read" } };
  await expect(check(added)).rejects.toMatchObject({ code: "AccessDenied" });
});

test("a plus in a query is a space or a plus, depending on the signature", async () => {
  const { headers } = await signed("/s3/bucket", { query: { prefix: "a b" } });
  expect((await check({ url: "/s3/bucket?prefix=a+b", headers }))!.query.get("prefix")).toBe("a b");
  const { headers: other } = await signed("/s3/bucket", { query: { prefix: "a+b" } });
  expect((await check({ url: "/s3/bucket?prefix=a+b", headers: other }))!.query.get("prefix")).toBe("a+b");
});

test("requests signed by aws4fetch, as in the dashboard, are valid", async () => {
  for (const path of [
    "/s3/bucket/a%20b%2Bc",
    "/s3/bucket/%C3%BC/x?list-type=2&prefix=a+b%2F",
    "/s3/bucket/k?uploads",
  ]) {
    const signer = new AwsV4Signer({
      url: `http://${host}${path}`,
      accessKeyId: accessKey,
      secretAccessKey: secret,
      sessionToken,
      service: "s3",
      region: "eu-west-2",
    });
    const { url, headers } = await signer.sign();
    const sent = { host, ...Object.fromEntries(headers.entries()) };
    const key = keyWith({ tokenHash: hashOf(sessionToken) });
    expect(await check({ url: url.pathname + url.search, headers: sent }, key), path).toBeDefined();
  }
});

test("session tokens must match the key, and expired ones are rejected", async () => {
  const withToken = await signed("/s3/b", { token: sessionToken });
  const key = keyWith({ tokenHash: hashOf(sessionToken) });
  expect(await check(withToken, key)).toBeDefined();
  await expect(check(withToken)).rejects.toMatchObject({ code: "InvalidToken" });
  await expect(check(await signed("/s3/b"), key)).rejects.toMatchObject({ code: "InvalidToken" });
  await expect(check(await signed("/s3/b", { token: "another" }), key)).rejects.toMatchObject({ code: "InvalidToken" });
  const ended = { ...key, expiresAt: new Date(Date.now() - 1) };
  await expect(check(withToken, ended)).rejects.toMatchObject({ code: "ExpiredToken" });
});

test("a clock skew of up to fifteen minutes is accepted", async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  for (const count of [-14, 14]) expect(await check(await signed("/s3/b", { at: minutes(count) }))).toBeDefined();
  for (const count of [-16, 16, -60 * 24])
    await expect(check(await signed("/s3/b", { at: minutes(count) }))).rejects.toMatchObject({
      code: "RequestTimeTooSkewed",
    });
});

test("presigned URLs are valid until they expire, only with their signed headers", async () => {
  const presigned = async (expiresIn: number, signingDate = new Date()): Promise<Sent> => {
    const request = {
      method: "GET",
      protocol: "http:",
      hostname: "localhost",
      path: "/s3/b/k",
      query: { versionId: "null" },
      headers: { host, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
    };
    const { query } = await oracle(sessionToken).presign(request, { expiresIn, signingDate });
    const search = Object.entries(query as Record<string, string>).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    );
    return { url: `/s3/b/k?${search.join("&")}`, headers: { host } };
  };
  const key = keyWith({ tokenHash: hashOf(sessionToken) });
  expect(await check(await presigned(60), key)).toMatchObject({ payload: "UNSIGNED-PAYLOAD" });
  await expect(check(await presigned(60, new Date(Date.now() - 61_000)), key)).rejects.toMatchObject({
    code: "AccessDenied",
  });
  await expect(check({ ...(await presigned(60)), headers: { host: "elsewhere" } }, key)).rejects.toMatchObject({
    code: "SignatureDoesNotMatch",
  });
});

test("malformed signatures are rejected with specific errors", async () => {
  const { headers, url } = await signed("/s3/b");
  const withClaim = (authorization: string) => check({ url, headers: { ...headers, authorization } });
  const given = headers["authorization"]!;
  const wrong: [string, string][] = [
    ["AWS key:signature", "InvalidRequest"],
    ["Bearer x", "InvalidRequest"],
    ["AWS4-HMAC-SHA256 Credential=x", "AuthorizationHeaderMalformed"],
    [given.replace("/s3/aws4_request", "/sts/aws4_request"), "AuthorizationHeaderMalformed"],
    [given.replace(/\/\d{8}\//, "/20200101/"), "AuthorizationHeaderMalformed"],
    [given.replace(accessKey, "FHBBBBBBBBBBBBBBBBBB"), "InvalidAccessKeyId"],
    [given.replace(/Signature=\w+/, "Signature=0"), "SignatureDoesNotMatch"],
    [given.replace("host;", ""), "AccessDenied"],
  ];
  for (const [authorization, code] of wrong)
    await expect(withClaim(authorization), authorization).rejects.toMatchObject({ code });
  expect(await check({ url, headers: { host } })).toBeUndefined();
});
