/**
 * Each header and parameter of the S3 API behaves as in src/cloud/storage/s3/request-table.ts: applied, refused, or
 * harmless to ignore.
 */
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as s3Api from "@aws-sdk/client-s3";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetBucketOwnershipControlsCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutBucketAclCommand,
  PutBucketOwnershipControlsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { AwsClient } from "aws4fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Query } from "../../../src/cloud/storage/s3/request-target.ts";
import {
  headerRows,
  isKnown,
  queryRows,
  ruleFor,
  type Row,
  type Rule,
  type S3Operation,
} from "../../../src/cloud/storage/s3/request-table.ts";
import { routeOf } from "../../../src/cloud/storage/s3/routing.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { refusal, s3User } from "../../support/storage/s3-user.ts";
import { formatMarkdown } from "../../support/markdown.ts";

interface ModelOperation {
  readonly name: string;
  readonly method: string;
  /** "/{Key+}?tagging" */
  readonly uri: string;
  /** In lowercase; "x-amz-meta-*" stands for any suffix. */
  readonly headers: readonly string[];
  readonly queries: readonly string[];
}

type Traits = { readonly [trait: string]: unknown } | number;
type Shape = readonly [kind: 3, space: string, name: string, traits: unknown, names: string[], members: unknown[]];

/** The API's operations, from AWS's own client. */
const model: readonly ModelOperation[] = Object.values(s3Api as Record<string, unknown>).flatMap((value) => {
  if (!Array.isArray(value) || value[0] !== 9) return [];
  const [, , name, traits, input] = value as [9, string, string, { http: [string, string] }, Shape | (() => Shape)];
  const shape = typeof input === "function" ? input() : input;
  const bound = (trait: string): string[] =>
    shape[5].flatMap((member) => {
      const given = (Array.isArray(member) ? member[1] : undefined) as Traits | undefined;
      const found = typeof given === "object" ? given[trait] : undefined;
      return typeof found === "string" ? [found] : [];
    });
  const headers = [...bound("httpHeader"), ...bound("httpPrefixHeaders").map((prefix) => `${prefix}*`)];
  const [method, uri] = traits.http;
  return [{ name, method, uri, headers: headers.map((header) => header.toLowerCase()), queries: bound("httpQuery") }];
});

/** Operations of endpoints other than a bucket's. */
const elsewhere: Readonly<Record<string, string>> = {
  ListDirectoryBuckets: "answered by s3express-control, which SDKs find by the region",
  WriteGetObjectResponse: "answered by s3-object-lambda, under the host of a route",
};

const offered = (operation: ModelOperation): S3Operation | undefined => {
  const [path = "", queryText = ""] = operation.uri.split("?");
  const needed = operation.queries.includes("uploadId") ? "&uploadId=x" : "";
  const isService = operation.name === "ListBuckets";
  const asked = {
    method: operation.method,
    rawPath: path,
    bucketName: isService ? "" : "bucket",
    key: path.includes("{Key+}") ? "key" : "",
    query: new Query(queryText + needed),
  };
  try {
    const route = routeOf(asked, operation.headers.includes("x-amz-copy-source"));
    return route.of === "service" ? route.name : route.operation.name;
  } catch (error) {
    expect((error as { code: string }).code, operation.name).toBe("NotImplemented");
    return undefined;
  }
};

/** The second version of a list is a separate operation. */
const called: Readonly<Record<string, string>> = { ListObjectsV2: "ListObjects" };

describe("the table is complete:", () => {
  const here = model.filter(({ name }) => !(name in elsewhere));

  test("the API's model is read", () => {
    expect(model.length).toBeGreaterThan(100);
    expect(model.find(({ name }) => name === "PutObject")!.headers.length).toBeGreaterThan(40);
  });

  test.each(here.map((operation) => [operation.name, operation] as const))(
    "%s is the documented operation, or NotImplemented",
    (name, operation) => {
      const found = offered(operation);
      if (found !== undefined && found !== "NotConfigured") expect(found).toBe(called[name] ?? name);
    },
  );

  test.each(here.map((operation) => [operation.name, operation] as const))(
    "every header and parameter of %s has its row",
    (_name, operation) => {
      const found = offered(operation);
      if (found === undefined || found === "NotConfigured") return;
      const missing = operation.headers.filter((header) => !ruleFor(headerRows, found, header.replace("*", "name")));
      const unknown = operation.queries.filter((query) => !ruleFor(queryRows, found, query));
      expect([...missing, ...unknown]).toEqual([]);
    },
  );

  test("no row names a header unknown to the API", () => {
    const names = new Set(here.flatMap(({ headers }) => headers));
    const beside = new Set([
      "content-range",
      "if-range",
      "x-amz-trailer",
      "x-amz-decoded-content-length",
      "x-amz-content-sha256",
      "x-amz-date",
      "x-amz-security-token",
      "x-amz-user-agent",
      "x-amz-api-version",
      "x-amz-te",
    ]);
    const isThere = ({ name }: Row): boolean =>
      [...names].some((header) => (name.endsWith("*") ? header.startsWith(name.slice(0, -1)) : header === name));
    expect(headerRows.filter((row) => !isThere(row) && !beside.has(row.name)).map(({ name }) => name)).toEqual([]);
  });
});

let cloud: TestCloud;
let user: Awaited<ReturnType<typeof s3User>>;
let signer: AwsClient;
let uploadId: string;
const Bucket = `headers-${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  cloud = await testCloud();
  user = await s3User(cloud.url);
  const { accessKey: accessKeyId, secretKey: secretAccessKey, sessionToken } = user.session;
  const region = "eu-west-2";
  signer = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: "s3", region, retries: 0 });
  await user.client.send(new CreateBucketCommand({ Bucket }));
  await user.client.send(new PutObjectCommand({ Bucket, Key: "k", Body: "content", ChecksumAlgorithm: "CRC32" }));
  uploadId = (await user.client.send(new CreateMultipartUploadCommand({ Bucket, Key: "parts" }))).UploadId!;
});
afterAll(() => expect(cloud.faults).toEqual([]));

interface Plain {
  readonly method: string;
  /** Path below the bucket's URL; `uploadId` is filled in. */
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const upload = "/parts?uploadId=UPLOAD";
const part = "/parts?partNumber=1&uploadId=UPLOAD";
const source = { "x-amz-copy-source": `/${Bucket}/k` };
const xml = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const openRule = {
  Effect: "Allow",
  Principal: "*",
  Action: "s3:GetObject",
  Resource: `arn:aws:s3:::${Bucket}/public/*`,
};

/** A request for each operation that succeeds, or fails with the given code. */
const plain: Readonly<Partial<Record<S3Operation, Plain & { readonly fails?: string }>>> = {
  AbortMultipartUpload: { method: "DELETE", path: "/parts?uploadId=none", fails: "NoSuchUpload" },
  CompleteMultipartUpload: {
    method: "POST",
    path: "/parts?uploadId=none",
    body: xml("CompleteMultipartUpload", xml("Part", "<PartNumber>1</PartNumber><ETag>x</ETag>")),
    fails: "NoSuchUpload",
  },
  CopyObject: { method: "PUT", path: "/copy", headers: source },
  CreateMultipartUpload: { method: "POST", path: "/parts?uploads" },
  DeleteBucket: { method: "DELETE", path: "", fails: "BucketNotEmpty" },
  DeleteBucketCors: { method: "DELETE", path: "?cors" },
  DeleteBucketLifecycle: { method: "DELETE", path: "?lifecycle" },
  DeleteBucketPolicy: { method: "DELETE", path: "?policy" },
  DeleteObject: { method: "DELETE", path: "/never" },
  DeleteObjects: { method: "POST", path: "?delete", body: xml("Delete", xml("Object", xml("Key", "never"))) },
  DeleteObjectTagging: { method: "DELETE", path: "/k?tagging" },
  DeletePublicAccessBlock: { method: "DELETE", path: "?publicAccessBlock", fails: "AccessDenied" },
  GetBucketAcl: { method: "GET", path: "?acl" },
  GetBucketCors: { method: "GET", path: "?cors", fails: "NoSuchCORSConfiguration" },
  GetBucketLifecycleConfiguration: { method: "GET", path: "?lifecycle", fails: "NoSuchLifecycleConfiguration" },
  GetBucketLocation: { method: "GET", path: "?location" },
  GetBucketOwnershipControls: { method: "GET", path: "?ownershipControls" },
  GetBucketPolicy: { method: "GET", path: "?policy", fails: "NoSuchBucketPolicy" },
  GetBucketPolicyStatus: { method: "GET", path: "?policyStatus", fails: "NoSuchBucketPolicy" },
  GetBucketRequestPayment: { method: "GET", path: "?requestPayment" },
  GetBucketVersioning: { method: "GET", path: "?versioning" },
  GetObject: { method: "GET", path: "/k" },
  GetObjectAcl: { method: "GET", path: "/k?acl" },
  GetObjectAttributes: { method: "GET", path: "/k?attributes", headers: { "x-amz-object-attributes": "ETag" } },
  GetObjectLegalHold: { method: "GET", path: "/k?legal-hold", fails: "InvalidRequest" },
  GetObjectLockConfiguration: { method: "GET", path: "?object-lock", fails: "ObjectLockConfigurationNotFoundError" },
  GetObjectRetention: { method: "GET", path: "/k?retention", fails: "InvalidRequest" },
  GetObjectTagging: { method: "GET", path: "/k?tagging" },
  GetPublicAccessBlock: { method: "GET", path: "?publicAccessBlock" },
  HeadBucket: { method: "HEAD", path: "" },
  HeadObject: { method: "HEAD", path: "/k" },
  ListMultipartUploads: { method: "GET", path: "?uploads" },
  ListObjects: { method: "GET", path: "?list-type=2" },
  ListObjectVersions: { method: "GET", path: "?versions" },
  ListParts: { method: "GET", path: upload },
  PutBucketAcl: { method: "PUT", path: "?acl", headers: { "x-amz-acl": "private" } },
  PutBucketCors: {
    method: "PUT",
    path: "?cors",
    body: xml(
      "CORSConfiguration",
      xml("CORSRule", "<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>"),
    ),
  },
  PutBucketLifecycleConfiguration: { method: "PUT", path: "?lifecycle", fails: "MalformedXML" },
  PutBucketOwnershipControls: {
    method: "PUT",
    path: "?ownershipControls",
    body: xml("OwnershipControls", xml("Rule", xml("ObjectOwnership", "BucketOwnerEnforced"))),
  },
  // The bucket is private.
  PutBucketPolicy: {
    method: "PUT",
    path: "?policy",
    body: JSON.stringify({ Statement: openRule }),
    fails: "AccessDenied",
  },
  PutBucketVersioning: {
    method: "PUT",
    path: "?versioning",
    body: xml("VersioningConfiguration", ""),
    fails: "IllegalVersioningConfigurationException",
  },
  PutObject: { method: "PUT", path: "/written", body: "x" },
  PutObjectAcl: { method: "PUT", path: "/k?acl", headers: { "x-amz-acl": "private" } },
  PutObjectLegalHold: { method: "PUT", path: "/k?legal-hold", fails: "InvalidRequest" },
  PutObjectLockConfiguration: {
    method: "PUT",
    path: "?object-lock",
    body: xml("ObjectLockConfiguration", xml("ObjectLockEnabled", "Enabled")),
    fails: "InvalidBucketState",
  },
  PutObjectRetention: { method: "PUT", path: "/k?retention", fails: "InvalidRequest" },
  PutObjectTagging: { method: "PUT", path: "/k?tagging", body: xml("Tagging", xml("TagSet", "")) },
  PutPublicAccessBlock: {
    method: "PUT",
    path: "?publicAccessBlock",
    body: xml(
      "PublicAccessBlockConfiguration",
      ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"]
        .map((name) => xml(name, "true"))
        .join(""),
    ),
  },
  UploadPart: { method: "PUT", path: part, body: "x" },
  UploadPartCopy: { method: "PUT", path: part, headers: source },
};

const statuses: Readonly<Record<string, number>> = { NotImplemented: 501, AccessDenied: 403, InvalidRequest: 400 };

const send = async (request: Plain, headers: Readonly<Record<string, string>> = {}) => {
  const { method, path, body } = request;
  const answer = await signer.fetch(`${user.endpoint}/${Bucket}${path.replace("UPLOAD", uploadId)}`, {
    method,
    headers: { ...request.headers, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, code: /<Code>(\w+)/.exec(await answer.text())?.[1] };
};

const expectCode = ({ status, code }: { status: number; code: string | undefined }, method: string, wanted: string) =>
  method === "HEAD" ? expect(status).toBe(statuses[wanted]) : expect(code).toBe(wanted);

/** CreateBucket and ListBuckets are tested below, and forms have no headers. */
const asked = model.flatMap((operation) => {
  if (operation.name in elsewhere) return [];
  const name = offered(operation);
  const request = name && plain[name];
  return request ? [{ ...operation, operation: name, request }] : [];
});

describe("every header behaves as in the table:", () => {
  test("each operation has a plain request", () => {
    const names = new Set(model.filter(({ name }) => !(name in elsewhere)).map(offered));
    for (const name of ["NotConfigured", "ListBuckets", "CreateBucket", undefined] as const) names.delete(name);
    expect([...names].filter((name) => !plain[name!])).toEqual([]);
  });

  test.each(asked.map((one) => [one.name, one] as const))("%s", async (_name, { operation, request, headers }) => {
    const without = await send(request);
    if (request.fails) expect(without.code).toBe(request.fails);
    else expect([without.status, without.code]).toEqual([expect.toSatisfy((status) => status < 300), undefined]);
    for (const header of headers.map((name) => name.replace("*", "name"))) {
      const rule: Rule = ruleFor(headerRows, operation, header)!;
      if (rule.does === "ignore") expect(await send(request, { [header]: "requester" }), header).toEqual(without);
      if (rule.does !== "refuse") continue;
      expectCode(await send(request, { [header]: "something" }), request.method, rule.code);
      for (const value of rule.except ?? [])
        // The checksum algorithm alone requires no checksum here.
        expect((await send(request, { [header]: value })).code, `${header}: ${value}`).toBe(without.code);
    }
    // Left behind by the plain requests.
    await send(plain.DeleteBucketPolicy!);
    await send(plain.DeleteBucketCors!);
  });

  test.each(asked.map((one) => [one.name, one] as const))(
    "%s refuses a wrong expected bucket owner, and x-amz headers unknown to S3",
    async (_name, { request }) => {
      const other = await send(request, { "x-amz-expected-bucket-owner": "111122223333" });
      expectCode(other, request.method, "AccessDenied");
      const unknown = await send(request, { "x-amz-of-the-future": "yes" });
      expectCode(unknown, request.method, "NotImplemented");
    },
  );

  test("the expected owner is the team's id, or its canonical id as shown in answers", async () => {
    const text = await (await signer.fetch(`${user.endpoint}/${Bucket}?acl`)).text();
    const [, canonical, teamId] = /<ID>([^<]+)<\/ID><DisplayName>([^<]+)/.exec(text)!;
    for (const owner of [canonical!, teamId!])
      expect((await send(plain.GetObject!, { "x-amz-expected-bucket-owner": owner })).status).toBe(200);
    const copy = (owner: string) => send(plain.CopyObject!, { "x-amz-source-expected-bucket-owner": owner });
    expect((await copy(teamId!)).status).toBe(200);
    expect((await copy("111122223333")).code).toBe("AccessDenied");
  });

  test("creating a bucket refuses unsupported options, and accepts options that already apply", async () => {
    const create = async (headers: Record<string, string>, body = "") => {
      const name = `made-${randomUUID().slice(0, 8)}`;
      const answer = await signer.fetch(`${user.endpoint}/${name}`, {
        method: "PUT",
        headers,
        ...(body && { body }),
      });
      const code = /<Code>(\w+)/.exec(await answer.text())?.[1];
      if (answer.ok) await signer.fetch(`${user.endpoint}/${name}`, { method: "DELETE" });
      return code;
    };
    expect(await create({ "x-amz-object-ownership": "ObjectWriter" })).toBe("NotImplemented");
    expect(await create({ "x-amz-object-ownership": "BucketOwnerEnforced" })).toBeUndefined();
    expect(await create({ "x-amz-bucket-object-lock-enabled": "true" })).toBeUndefined();
    expect(await create({ "x-amz-bucket-object-lock-enabled": "false" })).toBeUndefined();
    expect(await create({ "x-amz-bucket-namespace": "account-regional" })).toBe("NotImplemented");
    expect(await create({ "x-amz-grant-read": 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' })).toBe(
      "AccessControlListNotSupported",
    );
    const tagged = xml("CreateBucketConfiguration", xml("Tags", xml("Tag", "<Key>a</Key><Value>b</Value>")));
    expect(await create({}, tagged)).toBe("NotImplemented");
    const region = xml("CreateBucketConfiguration", xml("LocationConstraint", "eu-central-1"));
    expect(await create({}, region)).toBeUndefined();
  });

  test("unsupported operations answer NotImplemented, with any method", async () => {
    for (const query of ["session", "abac", "annotation", "metadataTable", "renameObject", "restore", "torrent"])
      for (const path of [`?${query}`, `/k?${query}`])
        expect((await send({ method: "GET", path })).code, path).toBe("NotImplemented");
    expect((await send({ method: "DELETE", path: "?ownershipControls" })).code).toBe("NotImplemented");
  });
});

describe("supported headers have their effect:", () => {
  test("grants to other accounts in an ACL document are refused, those that already apply are accepted", async () => {
    const { Owner } = await user.client.send(new s3Api.GetBucketAclCommand({ Bucket }));
    const acl = (ID: string, Permission: "FULL_CONTROL" | "READ") =>
      user.client.send(
        new PutBucketAclCommand({
          Bucket,
          AccessControlPolicy: { Owner, Grants: [{ Grantee: { Type: "CanonicalUser", ID }, Permission }] },
        }),
      );
    await acl(Owner!.ID!, "FULL_CONTROL");
    const refused = { status: 400, code: "AccessControlListNotSupported" };
    expect(await refusal(acl("f".repeat(64), "READ"))).toEqual(refused);
    expect(await refusal(acl(Owner!.ID!, "READ"))).toEqual(refused);
    expect(await refusal(user.client.send(new PutBucketAclCommand({ Bucket, ACL: "authenticated-read" })))).toEqual(
      refused,
    );
  });

  test("ownership is BucketOwnerEnforced, and can't be set to another value", async () => {
    const put = (ObjectOwnership: "BucketOwnerEnforced" | "ObjectWriter") =>
      user.client.send(
        new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership }] } }),
      );
    await put("BucketOwnerEnforced");
    expect(await refusal(put("ObjectWriter"))).toEqual({ status: 501, code: "NotImplemented" });
    const { OwnershipControls } = await user.client.send(new GetBucketOwnershipControlsCommand({ Bucket }));
    expect(OwnershipControls).toEqual({ Rules: [{ ObjectOwnership: "BucketOwnerEnforced" }] });
  });

  test("a presigned URL's x-amz parameters count as the headers of the same name", async () => {
    const url = (more: object) =>
      getSignedUrl(user.client, new PutObjectCommand({ Bucket, Key: "presigned", ...more }), { expiresIn: 60 });
    const put = async (more: object, body = "by url", headers = {}) => {
      const answer = await fetch(await url(more), { method: "PUT", body, headers });
      return [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
    };
    expect(await put({ Metadata: { colour: "grün" }, Tagging: "a=b" })).toEqual([200, undefined]);
    const head = await user.client.send(new HeadObjectCommand({ Bucket, Key: "presigned" }));
    expect(Buffer.from(head.Metadata!["colour"]!, "latin1").toString()).toBe("grün");
    expect(head.TagCount).toBe(1);
    expect(await put({ StorageClass: "GLACIER" })).toEqual([400, "InvalidStorageClass"]);
    expect(await put({ ACL: "public-read" })).toEqual([400, "AccessControlListNotSupported"]);
    expect(await put({ ObjectLockLegalHoldStatus: "ON" })).toEqual([400, "InvalidRequest"]);
    expect(await put({ ChecksumSHA256: Buffer.alloc(32).toString("base64") })).toEqual([400, "BadDigest"]);
    expect(await put({ ExpectedBucketOwner: "111122223333" })).toEqual([403, "AccessDenied"]);
    // SDKs sign the checksum of an empty body by default.
    expect(await url({})).toContain("x-amz-checksum-crc32=AAAAAA");
    expect(await put({}, "a body after all")).toEqual([200, undefined]);
  });

  test("a form's fields are refused, or applied, like the headers of the same name", async () => {
    const post = async (fields: Record<string, string>) => {
      const { accessKey, secretKey, sessionToken } = user.session;
      const { createPresignedPost } = await formSigner();
      return createPresignedPost({ accessKey, secretKey, sessionToken }, fields);
    };
    expect(await post({ acl: "public-read" })).toBe("AccessControlListNotSupported");
    expect(await post({ "x-amz-storage-class": "GLACIER" })).toBe("InvalidStorageClass");
    expect(await post({ "x-amz-server-side-encryption": "AES256" })).toBe("NotImplemented");
    expect(await post({ "x-amz-website-redirect-location": "/elsewhere" })).toBe("NotImplemented");
    expect(await post({ "x-amz-object-lock-mode": "GOVERNANCE" })).toBe("InvalidRequest");
    const tagged = (value: string) => xml("Tagging", xml("TagSet", xml("Tag", `<Key>a</Key><Value>${value}</Value>`)));
    for (const value of ["b<x/>c", "b&#x1;", "b&none;", "b</Value><Value>c"])
      expect(await post({ tagging: tagged(value) }), value).toBe("MalformedXML");
    const tagging = tagged("b");
    expect(await post({ acl: "private", "x-amz-storage-class": "STANDARD", tagging })).toBeUndefined();
    const head = await user.client.send(new HeadObjectCommand({ Bucket, Key: "posted" }));
    expect(head.TagCount).toBe(1);
  });

  test("a completed upload must have the size and checksum type that the client expects", async () => {
    const Key = "sized";
    const started = await user.client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: "CRC32", ChecksumType: "FULL_OBJECT" }),
    );
    const UploadId = started.UploadId!;
    const sent = await user.client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: "12345", ChecksumAlgorithm: "CRC32" }),
    );
    const { ETag, ChecksumCRC32 } = sent;
    const complete = (more: object) =>
      user.client.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key,
          UploadId,
          MultipartUpload: { Parts: [{ PartNumber: 1, ETag, ChecksumCRC32 }] },
          ...more,
        }),
      );
    const refused = { status: 400, code: "InvalidRequest" };
    expect(await refusal(complete({ MpuObjectSize: 6 }))).toEqual(refused);
    expect(await refusal(complete({ ChecksumType: "COMPOSITE" }))).toEqual(refused);
    await complete({ MpuObjectSize: 5, ChecksumType: "FULL_OBJECT" });
  });

  test("a copy has the checksum of its source, and no other", async () => {
    const copy = (ChecksumAlgorithm: "CRC32" | "SHA256") =>
      user.client.send(new CopyObjectCommand({ Bucket, Key: "copied", CopySource: `${Bucket}/k`, ChecksumAlgorithm }));
    expect((await copy("CRC32")).CopyObjectResult?.ChecksumCRC32).toBeDefined();
    expect(await refusal(copy("SHA256"))).toEqual({ status: 501, code: "NotImplemented" });
  });

  test("deleting several objects refuses those with a condition, one by one", async () => {
    const { Deleted, Errors } = await user.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "k", ETag: '"x"' }, { Key: "never" }] } }),
    );
    expect([Deleted, Errors]).toMatchObject([[{ Key: "never" }], [{ Key: "k", Code: "NotImplemented" }]]);
    expect((await send(plain.GetObject!)).status).toBe(200);
  });

  test("an unknown trailer is refused, not ignored", async () => {
    const answer = await send(plain.PutObject!, { "x-amz-trailer": "x-amz-checksum-sha512" });
    expect(answer.code).toBe("InvalidRequest");
  });

  test("buckets are listed page by page, and by region", async () => {
    const other = await s3User(cloud.url);
    const names = ["a", "b", "c"].map((letter) => `${letter}-${randomUUID().slice(0, 8)}`);
    for (const name of names.toReversed()) await other.client.send(new CreateBucketCommand({ Bucket: name }));
    const found: string[][] = [];
    for (let ContinuationToken: string | undefined, isLast = false; !isLast;) {
      const page = await other.client.send(
        new ListBucketsCommand({ MaxBuckets: 2, ...(ContinuationToken !== undefined && { ContinuationToken }) }),
      );
      found.push(page.Buckets!.map(({ Name }) => Name!));
      ({ ContinuationToken } = page);
      isLast = ContinuationToken === undefined;
    }
    expect(found).toEqual([names.slice(0, 2), names.slice(2)]);
    const elsewhereListed = await other.client.send(new ListBucketsCommand({ BucketRegion: "us-east-1" }));
    expect(elsewhereListed.Buckets ?? []).toEqual([]);
    expect((await refusal(other.client.send(new ListBucketsCommand({ MaxBuckets: 0 })))).code).toBe("InvalidArgument");
  });
});

/** Posts a form that its policy covers. Returns the code of a refusal. */
const formSigner = async () => {
  const { createHmac } = await import("node:crypto");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  return {
    async createPresignedPost(
      { accessKey, secretKey, sessionToken }: { accessKey: string; secretKey: string; sessionToken: string },
      fields: Record<string, string>,
    ): Promise<string | undefined> {
      const amzDate = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
      const scope = [amzDate.slice(0, 8), "eu-west-2", "s3", "aws4_request"];
      const all: Record<string, string> = {
        key: "posted",
        "x-amz-algorithm": "AWS4-HMAC-SHA256",
        "x-amz-credential": [accessKey, ...scope].join("/"),
        "x-amz-date": amzDate,
        "x-amz-security-token": sessionToken,
        ...fields,
      };
      const conditions = [{ bucket: Bucket }, ...Object.entries(all).map(([name, value]) => ["eq", `$${name}`, value])];
      const policy = Buffer.from(
        JSON.stringify({ expiration: new Date(Date.now() + 60_000).toISOString(), conditions }),
      ).toString("base64");
      const key = scope.reduce<string | Buffer>((secret, text) => hmac(secret, text), `AWS4${secretKey}`);
      const form = new FormData();
      for (const [name, value] of Object.entries(all)) form.append(name, value);
      form.append("policy", policy);
      form.append("x-amz-signature", hmac(key, policy).toString("hex"));
      form.append("file", new Blob(["by form"]), "name");
      const answer = await fetch(`${user.endpoint}/${Bucket}`, { method: "POST", body: form });
      return /<Code>(\w+)/.exec(await answer.text())?.[1];
    },
  };
};

test("docs/reference/s3-compatibility.md shows the table", async () => {
  const path = join(import.meta.dirname, "../../../docs/reference/s3-compatibility.md");
  const text = await readFile(path, "utf8");
  const [, section] = /\n(## Request headers\n.*?)(?=\n## |$)/s.exec(text) ?? [];
  const fresh = await formatMarkdown(headersSection());
  if (process.env.UPDATE_DOCUMENTS)
    await writeFile(
      path,
      text.replace(section!, () => fresh.trimEnd() + "\n"),
    );
  expect(section, "UPDATE_DOCUMENTS=1 npx vitest run tests/contract/storage/s3-headers.test.ts").toBe(
    fresh.trimEnd() + "\n",
  );
  expect(isKnown(headerRows, "x-amz-meta-anything")).toBe(true);
});

const headersSection = (): string => {
  const effect = ({ rule }: Row): string => {
    if (rule.does === "apply") return `Applied. ${rule.effect}`;
    if (rule.does === "ignore") return `Ignored. ${rule.why}`;
    const except = rule.except ? `, except ${rule.except.map((value) => `\`${value}\``).join(", ")}` : "";
    return `Refused: \`${rule.code}\`${except}. ${rule.message}`;
  };
  const table = (rows: readonly Row[]): string[] =>
    rows.map((row) => `| \`${row.name}\` | ${row.on?.join(", ") ?? "all"} | ${effect(row)} |`);
  return [
    "## Request headers",
    "",
    "A request for an unsupported feature is refused. An unknown `x-amz-` header is refused with `NotImplemented`. Form fields and the `x-amz-`",
    "parameters of a presigned URL count as headers. The checksum of an empty body, which AWS SDKs add to such URLs, is ignored.",
    "",
    "| Header | Operations | Effect |",
    "| --- | --- | --- |",
    ...table(headerRows),
    "",
    "Query parameters, except those that name a subresource or belong to a presigned URL:",
    "",
    "| Parameter | Operations | Effect |",
    "| --- | --- | --- |",
    ...table(queryRows),
    "",
  ].join("\n");
};
