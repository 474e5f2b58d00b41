/** The S3 endpoint under faults: cut connections, disconnecting and hostile clients, members whose rights change. */
import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../support/server/api.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";
import { refusal, s3ClientAt, s3User, type KeyPair } from "../../support/storage/s3-user.ts";
import { joinTeam } from "../../support/account/team.ts";

const MiB = 1024 * 1024;

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
let signer: AwsClient;
const Bucket = `fire-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  await user.client.send(new CreateBucketCommand({ Bucket }));
  const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = user.session;
  signer = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken,
    service: "s3",
    region: "eu-west-2",
    retries: 0,
  });
});
afterAll(() => expect(cloud.faults).toEqual([]));

const urlOf = (path: string): string => `${user.endpoint}/${Bucket}/${path}`;
const codeIn = (text: string): string | undefined => /<Code>(\w+)/.exec(text)?.[1];

/** Sends raw bytes to the server and disconnects unless it waits. Returns the response. */
const sendRaw = (bytes: readonly (string | Uint8Array)[], waits: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(cloud.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (piece) => {
      answer += piece.toString("latin1");
      if (waits) socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? undefined : reject(error)));
    for (const piece of bytes.slice(0, -1)) socket.write(piece);
    socket.write(bytes.at(-1)!, () => (waits ? undefined : socket.destroy()));
  });

const rawPut = async (key: string, sizeBytes: number): Promise<string> => {
  const url = new URL(await getSignedUrl(user.client, new PutObjectCommand({ Bucket, Key: key }), { expiresIn: 60 }));
  const lines = [`PUT ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, `Content-Length: ${sizeBytes}`];
  return `${lines.join("\r\n")}\r\n\r\n`;
};

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe("a connection cut in the middle of a body", () => {
  test("leaves nothing: no object, no file, and the previous object stays", async () => {
    await user.client.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "before" }));
    const folders = ["staging", "blobs"].map((name) => join(cloud.config.DATA_DIR, name));
    const files = async () => (await Promise.all(folders.map(filesBelow))).flat();
    const before = await files();
    for (const key of ["cut", "kept"])
      for (const sent of [0, 10, 3 * MiB]) await sendRaw([await rawPut(key, 4 * MiB), randomBytes(sent)], false);
    expect((await refusal(user.client.send(new HeadObjectCommand({ Bucket, Key: "cut" })))).status).toBe(404);
    const kept = await user.client.send(new GetObjectCommand({ Bucket, Key: "kept" }));
    expect(await kept.Body!.transformToString()).toBe("before");
    await expect.poll(files).toEqual(before);
  });

  test("or of an answer causes no error, and the object can be read again", async () => {
    const bytes = randomBytes(6 * MiB);
    await user.client.send(new PutObjectCommand({ Bucket, Key: "read", Body: bytes }));
    const url = await getSignedUrl(user.client, new GetObjectCommand({ Bucket, Key: "read" }), { expiresIn: 60 });
    const stop = new AbortController();
    const reader = (await fetch(url, { signal: stop.signal })).body!.getReader();
    await reader.read();
    stop.abort();
    await reader.closed.catch(() => undefined);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe("refused clients", () => {
  test("get the reason although they are still sending, and may continue on the same connection", async () => {
    const head = (await rawPut("refused", 2 * MiB)).replace(/Signature=\w{8}/, "Signature=00000000");
    const answer = await sendRaw(
      [head, randomBytes(2 * MiB), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      true,
    );
    expect([answer.slice(0, 12), codeIn(answer)]).toEqual(["HTTP/1.1 403", "SignatureDoesNotMatch"]);
  });

  test("can't send indefinitely if their body is not read", async () => {
    const head = (await rawPut("endless", 40 * MiB)).replace(/Signature=\w{8}/, "Signature=00000000");
    const answer = await sendRaw([head, ...Array.from({ length: 39 }, () => randomBytes(MiB))], false);
    expect(["", "SignatureDoesNotMatch"]).toContain(codeIn(answer) ?? "");
  });
});

describe("hostile requests", () => {
  test("get a clear code, never a server error", async () => {
    const { port, host } = new URL(cloud.url);
    const wrong: [path: string, status: number, code: string][] = [
      ["/s3/%zz", 400, "InvalidURI"],
      [`/s3/${Bucket}/%ff%fe`, 400, "InvalidURI"],
      [`/s3/${Bucket}/a%00b`, 400, "InvalidArgument"],
      [`/s3/${Bucket}?prefix=%zz`, 400, "InvalidURI"],
      [`/s3/${Bucket}?prefix=%00`, 400, "InvalidArgument"],
      [`/s3/a%00b/x`, 400, "InvalidBucketName"],
      ["/s3//x", 400, "InvalidBucketName"],
      ["/s3/", 403, "AccessDenied"],
      ["/s3", 403, "AccessDenied"],
      [`/s3/${Bucket}/${"k".repeat(1100)}`, 400, "KeyTooLongError"],
      ["/s3/..%2f..%2fetc/passwd", 404, "NoSuchBucket"],
      [`/s3/${Bucket}?torrent`, 501, "NotImplemented"],
    ];
    for (const [path, status, code] of wrong) {
      const { status: answered, body } = await ask(Number(port), host, path);
      expect([answered, codeIn(body.toString())], path).toEqual([status, code]);
    }
  });

  test("with XML that has entities, another type or no end are refused", async () => {
    const bomb =
      '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>';
    const bodies = [
      bomb,
      "<Other/>",
      "<Delete>",
      "no xml",
      "",
      `<Delete>${"<a>".repeat(10_000)}</Delete>`,
      "<Delete></Delete>",
    ];
    for (const body of bodies) {
      const answer = await signer.fetch(`${user.endpoint}/${Bucket}?delete`, { method: "POST", body });
      expect([answer.status, codeIn(await answer.text())], body.slice(0, 40)).toEqual([400, "MalformedXML"]);
    }
    const large = await signer.fetch(`${user.endpoint}/${Bucket}?delete`, {
      method: "POST",
      body: "x".repeat(9 * MiB),
    });
    expect(codeIn(await large.text())).toBe("EntityTooLarge");
  });

  test("with XML that names an object in another spelling delete, tag and allow nothing", async () => {
    await signer.fetch(urlOf("ab"), { method: "PUT", body: "kept" });
    await signer.fetch(urlOf("a%01b"), { method: "PUT", body: "kept too" });
    const key = (content: string) => `<Delete><Object>${content}</Object></Delete>`;
    for (const body of [
      key("<Key>a&#x1;b</Key>"),
      key("<Key>a<x>z</x>b</Key>"),
      key("<Key>ab</Key><Key>kept</Key>"),
      key("<Key>a&none;b</Key>"),
      key("<Key>a&#xD800;b</Key>"),
      key("<Key>ab</Key><Name>ab</Name>"),
      `<?xml version="1.0" encoding="UTF-16"?>${key("<Key>ab</Key>")}`,
    ]) {
      const answer = await signer.fetch(`${user.endpoint}/${Bucket}?delete`, { method: "POST", body });
      expect([answer.status, codeIn(await answer.text())], body).toEqual([400, "MalformedXML"]);
    }
    const tagged = "<Tagging><TagSet><Tag><Key>a</Key><Value>b<x/>c</Value></Tag></TagSet></Tagging>";
    const origin =
      "<CORSRule><AllowedOrigin>https://a<x/>.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>";
    for (const [path, body] of [
      [`/${Bucket}/ab?tagging`, tagged],
      [`/${Bucket}?cors`, `<CORSConfiguration>${origin}</CORSConfiguration>`],
    ] as const) {
      const answer = await signer.fetch(user.endpoint + path, { method: "PUT", body });
      expect([answer.status, codeIn(await answer.text())], path).toEqual([400, "MalformedXML"]);
    }
    expect(await (await signer.fetch(urlOf("ab"))).text()).toBe("kept");

    const listed = async (query: string) => (await signer.fetch(`${user.endpoint}/${Bucket}${query}`)).text();
    expect(await listed("?list-type=2&prefix=a&encoding-type=url")).toContain("<Key>a%01b</Key>");
    await signer.fetch(`${urlOf("a%01c")}?uploads`, { method: "POST" });
    for (const list of ["?list-type=2", "?list-type=1", "?versions", "?uploads"]) {
      expect(codeIn(await listed(`${list}&prefix=a`)), list).toBe("InvalidRequest");
      expect(await listed(`${list}&prefix=a&encoding-type=url`), list).toMatch(/<Key>a%01[bc]<\/Key>/);
    }
    // Version 1.1 of XML can name it.
    const named = `<?xml version="1.1"?>${key("<Key>a&#1;b</Key>")}`;
    const deleted = await signer.fetch(`${user.endpoint}/${Bucket}?delete`, { method: "POST", body: named });
    expect(deleted.status).toBe(200);
    expect((await signer.fetch(urlOf("a%01b"))).status).toBe(404);
    expect(await (await signer.fetch(urlOf("ab"))).text()).toBe("kept");
  });

  test("with NUL or invalid numbers or tokens are refused without a server error", async () => {
    const nul = Buffer.from("a\0b").toString("base64url");
    const asks: [method: string, query: string, code: string][] = [
      ["GET", `?list-type=2&continuation-token=${nul}`, "InvalidArgument"],
      ["GET", "?list-type=2&max-keys=-1", "InvalidArgument"],
      ["GET", "?list-type=2&max-keys=99999999999", "InvalidArgument"],
      ["GET", "?list-type=2&encoding-type=x", "InvalidArgument"],
      ["GET", "/k?uploadId=none", "NoSuchUpload"],
      ["GET", "/k?uploadId=%27%20or%201", "NoSuchUpload"],
      ["PUT", "/k?uploadId=none&partNumber=0", "InvalidArgument"],
      ["GET", "/never?partNumber=1", "NoSuchKey"],
      ["GET", "/kept?partNumber=x", "InvalidArgument"],
      ["GET", "/kept?partNumber=2", "InvalidPartNumber"],
      ["GET", "/kept?versionId=1", "NoSuchVersion"],
      ["PATCH", "/kept", "MethodNotAllowed"],
    ];
    for (const [method, query, code] of asks) {
      const answer = await signer.fetch(`${user.endpoint}/${Bucket}${query}`, { method });
      expect(codeIn(await answer.text()), `${method} ${query}`).toBe(code);
    }
    for (const source of [
      "x",
      "/",
      `/${Bucket}/`,
      `/${Bucket}/a%00b`,
      "%zz",
      `/a%00b/c`,
      `/${Bucket}/kept?versionId=2`,
    ]) {
      const headers = { "x-amz-copy-source": source };
      const { status } = await signer.fetch(urlOf("copy"), { method: "PUT", headers });
      expect([400, 404], source).toContain(status);
    }
    const named = "<Delete><Object><Key>a&#0;b</Key></Object></Delete>";
    const answer = await signer.fetch(`${user.endpoint}/${Bucket}?delete`, { method: "POST", body: named });
    expect([200, 400]).toContain(answer.status);
  });

  test("with quotes written as &#34;, as Go's clients do, are read", async () => {
    const started = await (await signer.fetch(urlOf("go?uploads"), { method: "POST" })).text();
    const id = /<UploadId>([^<]+)/.exec(started)![1]!;
    const part = await signer.fetch(urlOf(`go?partNumber=1&uploadId=${encodeURIComponent(id)}`), {
      method: "PUT",
      body: "part",
    });
    const etag = part.headers.get("etag")!.replaceAll('"', "&#34;");
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`;
    const done = await signer.fetch(urlOf(`go?uploadId=${encodeURIComponent(id)}`), { method: "POST", body });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("<CompleteMultipartUploadResult")]);
  });

  test("metadata in UTF-8 comes back byte for byte; the server's metadata cannot be forged", async () => {
    const url = new URL(urlOf("colours"));
    const text = Buffer.from("grün €", "utf8").toString("latin1");
    const headers = { "x-amz-meta-colour": text, "x-amz-meta-ipfs-hash": "made up" };
    const signed = await signer.sign(url.href, { method: "PUT", headers, body: "x" });
    expect((await fetch(signed)).status).toBe(200);
    const got = await signer.fetch(url.href);
    expect(got.headers.get("x-amz-meta-colour")).toBe(text);
    expect(got.headers.get("x-amz-meta-ipfs-hash")).toMatch(/^baf/);
  });
});

describe("an object's headers are returned as sent", () => {
  const stored = async (headers: Record<string, string>) => {
    const url = urlOf("described");
    const put = await fetch(await signer.sign(url, { method: "PUT", headers, body: "x" }));
    expect(put.status, await put.text()).toBe(200);
    // Not with fetch, which would decode the body.
    const signed = await signer.sign(url);
    const { port, host } = new URL(cloud.url);
    const { pathname, search } = new URL(signed.url);
    return (await ask(Number(port), host, pathname + search, { headers: Object.fromEntries(signed.headers) })).headers;
  };

  test.each([
    ["gzip", "gzip"],
    ["gzip, br", "gzip, br"],
    ["gzip,br", "gzip,br"],
    ["GZIP", "GZIP"],
    ["zstd", "zstd"],
    ["identity", "identity"],
    ["x-of-our-own", "x-of-our-own"],
    ["aws-chunked", undefined],
    ["aws-chunked,gzip", "gzip"],
    ["gzip, br, aws-chunked", "gzip, br"],
  ])("Content-Encoding %j as %j: only aws-chunked is removed", async (sent, returned) => {
    expect((await stored({ "content-encoding": sent }))["content-encoding"]).toBe(returned);
  });

  test.each([
    "gr\u00fcn",
    "\u65e5\u672c\u8a9e",
    "\u{1f600}",
    "\u20ac 5",
    "a\u0301",
    "=?UTF-8?B?w7w=?=",
    "a  b",
    'quo"te',
    "a,b",
    "%C3%BC",
  ])("metadata %j, in UTF-8 and byte for byte", async (text) => {
    const bytes = Buffer.from(text, "utf8").toString("latin1");
    const disposition = `attachment; filename="${bytes.replaceAll('"', "")}"`;
    const headers = await stored({ "x-amz-meta-text": bytes, "content-disposition": disposition });
    expect([headers["x-amz-meta-text"], headers["content-disposition"]]).toEqual([bytes, disposition]);
  });

  test("metadata in Latin-1 too, as AWS's SDK for JavaScript sends it with a body of bytes", async () => {
    expect((await stored({ "x-amz-meta-text": "gr\u00fcn" }))["x-amz-meta-text"]).toBe("gr\u00fcn");
    await user.client.send(
      new PutObjectCommand({ Bucket, Key: "sdk", Body: Buffer.from("x"), Metadata: { text: "gr\u00fcn" } }),
    );
    const head = await user.client.send(new HeadObjectCommand({ Bucket, Key: "sdk" }));
    expect(head.Metadata?.["text"]).toBe("gr\u00fcn");
  });

  test("a response- parameter is sent as UTF-8, whatever its characters", async () => {
    for (const name of ["\u00fc.txt", "\u65e5.txt"]) {
      const command = new GetObjectCommand({
        Bucket,
        Key: "sdk",
        ResponseContentDisposition: `inline; filename=${name}`,
      });
      const answer = await fetch(await getSignedUrl(user.client, command, { expiresIn: 60 }));
      const bytes = Buffer.from(`inline; filename=${name}`, "utf8").toString("latin1");
      expect(answer.headers.get("content-disposition")).toBe(bytes);
    }
  });
});

describe("a client that expects 100 Continue", () => {
  const expecting = async (expectation: string, version: string, isRefused: boolean): Promise<string> => {
    const url = new URL(await getSignedUrl(user.client, new PutObjectCommand({ Bucket, Key: "expected" }), {}));
    const query = isRefused ? url.search.replace(/Signature=\w{8}/, "Signature=00000000") : url.search;
    const lines = [
      `PUT ${url.pathname}${query} HTTP/${version}`,
      `Host: ${url.host}`,
      "Content-Length: 4",
      "Connection: close",
      `Expect: ${expectation}`,
    ];
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port), "127.0.0.1");
      let answer = "";
      // HTTP/1.0 has no status 100: the body is sent immediately.
      if (version === "1.0") socket.write(`${lines.join("\r\n")}\r\n\r\nbody`);
      else socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.on("data", (piece) => {
        const isFirst = answer === "";
        answer += piece.toString("latin1");
        if (isFirst && answer.startsWith("HTTP/1.1 100 ")) socket.write("body");
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });
  };

  test.each(["100-continue", "100-Continue", "100-CONTINUE", "100-continue, 100-continue"])(
    "%s sends its body once, after the 100 Continue",
    async (expectation) => {
      expect(await expecting(expectation, "1.1", false)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
      expect(await expecting(expectation, "1.0", false)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test("is refused before it sends its body", async () => {
    const answer = await expecting("100-continue", "1.1", true);
    expect([answer.slice(0, 12), codeIn(answer)]).toEqual(["HTTP/1.1 403", "SignatureDoesNotMatch"]);
  });

  test("and one with another expectation gets 417", async () => {
    expect(await expecting("200-ok", "1.1", false)).toMatch(/^HTTP\/1\.1 417 /);
  });
});

describe("a member's credentials", () => {
  test("read where the member has read-only access, and end immediately with the membership", async () => {
    const [owner, member] = [await s3User(cloud.url), await newOwner(cloud.url)];
    const bucket = `team-${randomUUID().slice(0, 8)}`;
    await owner.client.send(new CreateBucketCommand({ Bucket: bucket }));
    const given = { access: ["BUCKET"], levels: { BUCKET: "read" } } as const;
    const { teamToken, teamId, invitationId } = await joinTeam(cloud.url, owner.token, member.token, given);
    const call = callerOf(cloud.url);
    const session = (await call("GET /api/bucket/user/sts/assume-role", { token: teamToken })).body.data as KeyPair;
    const client = s3ClientAt(owner.endpoint, session);
    const list = () => client.send(new ListObjectsV2Command({ Bucket: bucket }));
    const write = () => client.send(new PutObjectCommand({ Bucket: bucket, Key: "k", Body: "x" }));
    const edit = (change: object) =>
      call(`PUT /api/auth/cooperation/member?teamId=${teamId}`, {
        token: owner.token,
        body: { invitationId, ...change },
      });
    expect((await list()).KeyCount).toBe(0);
    expect(await refusal(write())).toEqual({ status: 403, code: "AccessDenied" });
    await edit({ levels: { BUCKET: "manage" } });
    await write();
    await edit({ status: "DISABLE" });
    expect(await refusal(list())).toEqual({ status: 403, code: "InvalidAccessKeyId" });
    await edit({ status: "ENABLE" });
    expect((await list()).KeyCount).toBe(1);
    await edit({ status: "REMOVE" });
    expect(await refusal(list())).toEqual({ status: 403, code: "InvalidAccessKeyId" });
  });
});
