/** The S3 endpoint under fire: cut lines, impatient and hostile clients, members whose rights change. */
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
import { callerOf } from "./support/api.ts";
import { testCloud, type TestCloud } from "./support/cloud.ts";
import { ask } from "./support/http.ts";
import { newOwner } from "./support/owner.ts";
import { refusal, s3ClientAt, s3Person, type KeyPair } from "./support/s3-person.ts";
import { joinTeam } from "./support/team.ts";

const MiB = 1024 * 1024;

let cloud: TestCloud;
let person: Awaited<ReturnType<typeof s3Person>>;
let signer: AwsClient;
const Bucket = `fire-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  cloud = await testCloud();
  person = await s3Person(cloud.url);
  await person.client.send(new CreateBucketCommand({ Bucket }));
  const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = person.session;
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

const urlOf = (path: string): string => `${person.endpoint}/${Bucket}/${path}`;
const codeIn = (text: string): string | undefined => /<Code>(\w+)/.exec(text)?.[1];

/** Sends bytes to the cloud as they are, hangs up after them unless it waits, and gives what came back. */
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
  const url = new URL(await getSignedUrl(person.client, new PutObjectCommand({ Bucket, Key: key }), { expiresIn: 60 }));
  const lines = [`PUT ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, `Content-Length: ${sizeBytes}`];
  return `${lines.join("\r\n")}\r\n\r\n`;
};

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

describe("a line that is cut in the middle of a body", () => {
  test("leaves nothing: no object, no file, and what was there before stays", async () => {
    await person.client.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "before" }));
    const folders = ["staging", "blobs"].map((name) => join(cloud.config.DATA_DIR, name));
    const files = async () => (await Promise.all(folders.map(filesBelow))).flat();
    const before = await files();
    for (const key of ["cut", "kept"])
      for (const sent of [0, 10, 3 * MiB]) await sendRaw([await rawPut(key, 4 * MiB), randomBytes(sent)], false);
    expect((await refusal(person.client.send(new HeadObjectCommand({ Bucket, Key: "cut" })))).status).toBe(404);
    const kept = await person.client.send(new GetObjectCommand({ Bucket, Key: "kept" }));
    expect(await kept.Body!.transformToString()).toBe("before");
    await expect.poll(files, { timeout: 20_000 }).toEqual(before);
  });

  test("or of an answer is no fault, and the object can be read again", async () => {
    const bytes = randomBytes(6 * MiB);
    await person.client.send(new PutObjectCommand({ Bucket, Key: "read", Body: bytes }));
    const url = await getSignedUrl(person.client, new GetObjectCommand({ Bucket, Key: "read" }), { expiresIn: 60 });
    const stop = new AbortController();
    const reader = (await fetch(url, { signal: stop.signal })).body!.getReader();
    await reader.read();
    stop.abort();
    await reader.closed.catch(() => undefined);
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});

describe("clients that are refused", () => {
  test("hear why although they are still sending, and may go on on the same line", async () => {
    const head = (await rawPut("refused", 2 * MiB)).replace(/Signature=\w{8}/, "Signature=00000000");
    const answer = await sendRaw(
      [head, randomBytes(2 * MiB), "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"],
      true,
    );
    expect([answer.slice(0, 12), codeIn(answer)]).toEqual(["HTTP/1.1 403", "SignatureDoesNotMatch"]);
  });

  test("may not send what nobody reads without end", async () => {
    const head = (await rawPut("endless", 40 * MiB)).replace(/Signature=\w{8}/, "Signature=00000000");
    const answer = await sendRaw([head, ...Array.from({ length: 39 }, () => randomBytes(MiB))], false);
    expect(["", "SignatureDoesNotMatch"]).toContain(codeIn(answer) ?? "");
  });
});

describe("hostile requests", () => {
  test("answer with a clear code, never with a fault", async () => {
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

  test("of XML with entities, of another kind or without end are refused", async () => {
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
      const answer = await signer.fetch(`${person.endpoint}/${Bucket}?delete`, { method: "POST", body });
      expect([answer.status, codeIn(await answer.text())], body.slice(0, 40)).toEqual([400, "MalformedXML"]);
    }
    const large = await signer.fetch(`${person.endpoint}/${Bucket}?delete`, {
      method: "POST",
      body: "x".repeat(9 * MiB),
    });
    expect(codeIn(await large.text())).toBe("EntityTooLarge");
  });

  test("with NUL, odd numbers or odd tokens are refused, and none is a fault", async () => {
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
      const answer = await signer.fetch(`${person.endpoint}/${Bucket}${query}`, { method });
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
    const answer = await signer.fetch(`${person.endpoint}/${Bucket}?delete`, { method: "POST", body: named });
    expect([200, 400]).toContain(answer.status);
  });

  test("quotes written as &#34;, as Go's clients do, are read", async () => {
    const begun = await (await signer.fetch(urlOf("go?uploads"), { method: "POST" })).text();
    const id = /<UploadId>([^<]+)/.exec(begun)![1]!;
    const part = await signer.fetch(urlOf(`go?partNumber=1&uploadId=${encodeURIComponent(id)}`), {
      method: "PUT",
      body: "part",
    });
    const etag = part.headers.get("etag")!.replaceAll('"', "&#34;");
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`;
    const done = await signer.fetch(urlOf(`go?uploadId=${encodeURIComponent(id)}`), { method: "POST", body });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining("<CompleteMultipartUploadResult")]);
  });

  test("metadata in UTF-8 comes back byte for byte; the cloud's own cannot be made up", async () => {
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

describe("a member's credentials", () => {
  test("read where the member may only read, and end at once with the membership", async () => {
    const [owner, member] = [await s3Person(cloud.url), await newOwner(cloud.url)];
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
