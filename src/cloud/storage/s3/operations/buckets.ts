/** Lists, creates and deletes buckets, and changes their settings. */
import { s3Region } from "../../../../../resources/storage/access-key-limits.ts";
import { publicReadPolicy, type CorsRule } from "../../buckets/service.ts";
import { allows, canCreate } from "../access.ts";
import { aclElements, aclOf, cannedAclOf, ownerElements } from "../acl.ts";
import { sendEmpty, sendXml, writeHead } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange, Exchange } from "../exchange.ts";
import { numberIn } from "../list-query.ts";
import { checkPolicy, publicRules } from "../policy.ts";
import { tagShape } from "../attributes.ts";
import { parseXml, type Node, type Shape } from "../xml.ts";

const documentBytesMax = 64 * 1024;
const bucketsListedMax = 10_000;

/** ListBuckets: the team's buckets within the key's scope. */
export const listBuckets = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  if (!key) throw new S3Error("AccessDenied");
  const { query } = exchange.target;
  const prefix = query.get("prefix") ?? "";
  const limit = numberIn(query, "max-buckets", bucketsListedMax);
  if (limit < 1 || limit > bucketsListedMax)
    throw new S3Error("InvalidArgument", `max-buckets must be between 1 and ${bucketsListedMax}.`);
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64url").toString("utf8");
  const isHere = (query.get("bucket-region") ?? s3Region) === s3Region;
  const found = (await exchange.buckets.listOf(key.teamId))
    .filter(({ name }) => isHere && name.startsWith(prefix) && name > after)
    .filter((bucket) => allows(key, bucket, "look", ""))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const buckets = found.slice(0, limit);
  sendXml(exchange, "ListAllMyBucketsResult", {
    Owner: ownerElements(key.teamId),
    Buckets: {
      Bucket: buckets.map(({ name, createdAt }) => ({
        Name: name,
        CreationDate: createdAt.toISOString(),
        BucketRegion: s3Region,
      })),
    },
    Prefix: prefix === "" ? undefined : prefix,
    ContinuationToken:
      found.length > limit ? Buffer.from(buckets.at(-1)!.name, "utf8").toString("base64url") : undefined,
  });
};

const configurationShape = {
  LocationConstraint: "text",
  Location: { Name: "text", Type: "text" },
  Bucket: { DataRedundancy: "text", Type: "text" },
  Tags: { Tag: [tagShape] },
} satisfies Shape;

/** CreateBucket. Accepts any region, because there is only one. */
export const createBucket = async (exchange: Exchange): Promise<void> => {
  const key = exchange.verified?.key;
  const { bucketName } = exchange.target;
  if (!key || !canCreate(key, bucketName)) throw new S3Error("AccessDenied");
  const { headers } = exchange.request;
  const body = await readSmall(exchange, documentBytesMax);
  const configuration = body.length > 0 ? parseXml(body, "CreateBucketConfiguration", configurationShape) : undefined;
  // Tags and directory buckets are not supported.
  if (["Tags", "Location", "Bucket"].some((name) => configuration?.child(name) !== undefined))
    throw new S3Error("NotImplemented", "Only LocationConstraint is supported in a bucket's configuration.");
  const acl = cannedAclOf(headers);
  const isPublic = acl === "public-read";
  const hasLock = String(headers["x-amz-bucket-object-lock-enabled"]).toLowerCase() === "true";
  const visibility = isPublic ? "public" : "private";
  const policy = isPublic ? publicReadPolicy(bucketName, { lists: true }) : undefined;
  await exchange.buckets.create(key.teamId, bucketName, visibility, { hasLock, policy });
  await exchange.log(key, "BUCKET_CREATE_BUCKET", bucketName);
  sendEmpty(exchange, 200, { location: `/${bucketName}` });
};

export const headBucket = async (exchange: BucketExchange): Promise<void> =>
  sendEmpty(exchange, 200, { "x-amz-bucket-region": s3Region, "x-amz-access-point-alias": "false" });

export const deleteBucket = async (exchange: BucketExchange): Promise<void> => {
  await exchange.buckets.remove(exchange.bucket);
  await exchange.log(exchange.verified!.key, "BUCKET_DELETE_BUCKET", exchange.bucket.name);
  sendEmpty(exchange, 204);
};

export const getLocation = async (exchange: BucketExchange): Promise<void> =>
  sendXml(exchange, "LocationConstraint", s3Region);

// CORS rules, policy and ACL of a bucket.

const rulesMax = 100;
const corsMethods: ReadonlySet<string> = new Set(["GET", "PUT", "POST", "DELETE", "HEAD"]);

export const getCors = async (exchange: BucketExchange): Promise<void> => {
  const { cors } = exchange.bucket;
  if (!cors) throw new S3Error("NoSuchCORSConfiguration");
  sendXml(exchange, "CORSConfiguration", {
    CORSRule: cors.map((rule) => ({
      ID: rule.id,
      AllowedOrigin: rule.allowedOrigins,
      AllowedMethod: rule.allowedMethods,
      AllowedHeader: rule.allowedHeaders,
      ExposeHeader: rule.exposeHeaders,
      MaxAgeSeconds: rule.maxAgeSeconds,
    })),
  });
};

const corsShape = {
  CORSRule: [
    {
      ID: "text",
      AllowedOrigin: ["text"],
      AllowedMethod: ["text"],
      AllowedHeader: ["text"],
      ExposeHeader: ["text"],
      MaxAgeSeconds: "integer",
    },
  ],
} satisfies Shape;

export const putCors = async (exchange: BucketExchange): Promise<void> => {
  const rules = parseXml(await readSmall(exchange, documentBytesMax), "CORSConfiguration", corsShape)
    .children("CORSRule")
    .map(ruleIn);
  if (rules.length === 0 || rules.length > rulesMax) throw new S3Error("MalformedXML");
  await change(exchange, () => exchange.buckets.setCors(exchange.bucket, rules));
  sendEmpty(exchange, 200);
};

export const deleteCors = async (exchange: BucketExchange): Promise<void> => {
  await change(exchange, () => exchange.buckets.setCors(exchange.bucket, undefined));
  sendEmpty(exchange, 204);
};

const ruleIn = (rule: Node): CorsRule => {
  const age = rule.maybe("MaxAgeSeconds");
  const read: CorsRule = {
    id: rule.maybe("ID"),
    allowedOrigins: rule.texts("AllowedOrigin"),
    allowedMethods: rule.texts("AllowedMethod"),
    allowedHeaders: rule.texts("AllowedHeader"),
    exposeHeaders: rule.texts("ExposeHeader"),
    maxAgeSeconds: age === undefined ? undefined : Number(age),
  };
  const wrong = read.allowedMethods.find((method) => !corsMethods.has(method));
  if (wrong !== undefined)
    throw new S3Error("InvalidRequest", `Found unsupported HTTP method in CORS config. Unsupported method is ${wrong}`);
  const texts = [...read.allowedOrigins, ...read.allowedHeaders];
  if (texts.some((text) => text.split("*").length > 2))
    throw new S3Error("InvalidRequest", "A CORS pattern can not have more than one wildcard.");
  const named = [...texts, ...read.exposeHeaders];
  const isWhole = read.allowedOrigins.length > 0 && read.allowedMethods.length > 0;
  if (!isWhole || /\p{Cc}/u.test(read.id ?? "") || named.some((text) => !/^[\u0021-\u007e]+$/.test(text)))
    throw new S3Error("MalformedXML");
  return read;
};

export const getPolicy = async (exchange: BucketExchange): Promise<void> => {
  const { policy } = exchange.bucket;
  if (policy === undefined) throw new S3Error("NoSuchBucketPolicy");
  const bytes = Buffer.from(policy);
  const headers = { ...exchange.headers, "content-type": "application/json", "content-length": bytes.length };
  writeHead(exchange.response, 200, headers).end(bytes);
};

export const putPolicy = async (exchange: BucketExchange): Promise<void> => {
  const policy = (await readSmall(exchange, documentBytesMax)).toString("utf8");
  checkPolicy(policy, exchange.bucket.name);
  await change(exchange, () => exchange.buckets.setPolicy(exchange.bucket, policy));
  sendEmpty(exchange, 204);
};

export const deletePolicy = async (exchange: BucketExchange): Promise<void> => {
  await change(exchange, () => exchange.buckets.setPolicy(exchange.bucket, undefined));
  sendEmpty(exchange, 204);
};

/** GetBucketPolicyStatus. Every supported policy grants public access. */
export const getPolicyStatus = async (exchange: BucketExchange): Promise<void> => {
  const { policy } = exchange.bucket;
  if (policy === undefined) throw new S3Error("NoSuchBucketPolicy");
  sendXml(exchange, "PolicyStatus", { IsPublic: true });
};

export const getBucketAcl = async (exchange: BucketExchange): Promise<void> =>
  sendXml(exchange, "AccessControlPolicy", aclElements(exchange.bucket, ""));

/** PutBucketAcl: `public-read` makes the bucket public with an equivalent policy; `private` makes it private. */
export const putBucketAcl = async (exchange: BucketExchange): Promise<void> => {
  const { bucket, buckets } = exchange;
  const body = await readSmall(exchange, documentBytesMax);
  const acl = aclOf(exchange, body);
  const isOpen =
    bucket.policy !== undefined && publicRules(bucket.policy).lists("") && publicRules(bucket.policy).reads("");
  const isUnchanged = acl === "public-read" ? isOpen : bucket.visibility === "private";
  const access =
    acl === "public-read"
      ? ({ visibility: "public", policy: publicReadPolicy(bucket.name, { lists: true }) } as const)
      : ({ visibility: "private" } as const);
  if (!isUnchanged) await change(exchange, () => buckets.setAccess(bucket, access));
  sendEmpty(exchange, 200);
};

const ownership = "BucketOwnerEnforced";

/** The team owns every object of its buckets, regardless of who wrote it. */
export const getOwnership = async (exchange: BucketExchange): Promise<void> =>
  sendXml(exchange, "OwnershipControls", { Rule: { ObjectOwnership: ownership } });

export const putOwnership = async (exchange: BucketExchange): Promise<void> => {
  const rules = parseXml(await readSmall(exchange, documentBytesMax), "OwnershipControls", {
    Rule: [{ ObjectOwnership: "text" }],
  }).children("Rule");
  if (rules.length !== 1) throw new S3Error("MalformedXML");
  if (rules[0]!.text("ObjectOwnership") !== ownership) throw new S3Error("NotImplemented");
  sendEmpty(exchange, 200);
};

/** Applies a change and records it in the operation log. */
const change = async (exchange: BucketExchange, act: () => Promise<void>): Promise<void> => {
  await act();
  await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", exchange.bucket.name);
};
