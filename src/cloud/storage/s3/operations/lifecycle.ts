/** Lifecycle rules of a bucket. Rules that S3 knows and Freehold doesn't, such as transitions, are refused. */
import { randomUUID } from "node:crypto";
import { lifecycleRules, type LifecycleRule } from "../../../../../resources/storage/bucket-rules.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import { tagShape } from "../attributes.ts";
import { parseXml, type Node, type Shape, type XmlElements } from "../xml.ts";
import type { Operation } from "./operation.ts";

const documentBytesMax = 512 * 1024;

const getLifecycle = async (exchange: BucketExchange): Promise<void> => {
  const { lifecycle } = exchange.bucket;
  if (!lifecycle) throw new S3Error("NoSuchLifecycleConfiguration");
  sendXml(exchange, "LifecycleConfiguration", { Rule: lifecycle.map(ruleElements) });
};

const sizes = { ObjectSizeGreaterThan: "integer", ObjectSizeLessThan: "integer" } as const;
const filterShape = {
  Prefix: "text",
  Tag: tagShape,
  ...sizes,
  And: { Prefix: "text", Tag: [tagShape], ...sizes },
} as const;
const lifecycleShape = {
  Rule: [
    {
      ID: "text",
      Status: "text",
      Prefix: "text",
      Filter: filterShape,
      Expiration: { Date: "text", Days: "integer", ExpiredObjectDeleteMarker: "boolean" },
      NoncurrentVersionExpiration: { NoncurrentDays: "integer", NewerNoncurrentVersions: "integer" },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: "integer" },
      Transition: [{ Date: "text", Days: "integer", StorageClass: "text" }],
      NoncurrentVersionTransition: [
        { NoncurrentDays: "integer", NewerNoncurrentVersions: "integer", StorageClass: "text" },
      ],
    },
  ],
} satisfies Shape;

const putLifecycle = async (exchange: BucketExchange): Promise<void> => {
  const rules = parseXml(await readSmall(exchange, documentBytesMax), "LifecycleConfiguration", lifecycleShape)
    .children("Rule")
    .map(ruleIn);
  if (rules.length === 0) throw new S3Error("MalformedXML");
  const checked = lifecycleRules.safeParse(rules);
  if (!checked.success) throw new S3Error("InvalidRequest", checked.error.issues[0]!.message);
  await exchange.buckets.setLifecycle(exchange.bucket, checked.data);
  await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", exchange.bucket.name);
  sendEmpty(exchange, 200);
};

const deleteLifecycle = async (exchange: BucketExchange): Promise<void> => {
  await exchange.buckets.setLifecycle(exchange.bucket, []);
  await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", exchange.bucket.name);
  sendEmpty(exchange, 204);
};

const ruleIn = (rule: Node): LifecycleRule => {
  if (rule.child("Transition") || rule.child("NoncurrentVersionTransition"))
    throw new S3Error("NotImplemented", "Transitions are not supported: there is one storage class.");
  const status = rule.text("Status");
  if (status !== "Enabled" && status !== "Disabled") throw new S3Error("MalformedXML");
  const expiration = rule.child("Expiration");
  const noncurrent = rule.child("NoncurrentVersionExpiration");
  const abortion = rule.child("AbortIncompleteMultipartUpload");
  if (noncurrent && noncurrent.maybe("NoncurrentDays") === undefined) throw new S3Error("MalformedXML");
  if (abortion && abortion.maybe("DaysAfterInitiation") === undefined) throw new S3Error("MalformedXML");
  return withoutUndefined({
    id: rule.text("ID") || randomUUID(),
    enabled: status === "Enabled",
    ...filterIn(rule),
    expireDays: integerIn(expiration, "Days"),
    expireDate: dateIn(expiration),
    expireMarkers: expiration?.text("ExpiredObjectDeleteMarker") === "true" || undefined,
    noncurrentDays: integerIn(noncurrent, "NoncurrentDays"),
    noncurrentKept: integerIn(noncurrent, "NewerNoncurrentVersions"),
    abortDays: integerIn(abortion, "DaysAfterInitiation"),
  });
};

/** Parses the filter: one condition, several in And, or the older Prefix of the rule itself. */
const filterIn = (rule: Node): Pick<LifecycleRule, "prefix" | "tags" | "sizeAbove" | "sizeBelow"> => {
  const filter = rule.child("Filter");
  if ((filter === undefined) === (rule.maybe("Prefix") === undefined)) throw new S3Error("MalformedXML");
  // Several conditions stand in And.
  if (filter && Object.keys(filterShape).filter((name) => filter.child(name)).length > 1)
    throw new S3Error("MalformedXML");
  const conditions = filter?.child("And") ?? filter ?? rule;
  const tags = conditions.children("Tag").map((tag) => [tag.text("Key"), tag.text("Value")] as const);
  if (new Set(tags.map(([key]) => key)).size < tags.length)
    throw new S3Error("InvalidRequest", "Duplicate Tag Keys are not allowed.");
  return {
    prefix: conditions.text("Prefix") || undefined,
    tags: tags.length > 0 ? Object.fromEntries(tags) : undefined,
    sizeAbove: integerIn(conditions, "ObjectSizeGreaterThan"),
    sizeBelow: integerIn(conditions, "ObjectSizeLessThan"),
  };
};

const integerIn = (node: Node | undefined, name: string): number | undefined => {
  const text = node?.maybe(name);
  return text === undefined ? undefined : Number(text);
};

const dateIn = (expiration: Node | undefined): string | undefined => {
  const text = expiration?.maybe("Date");
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new S3Error("MalformedXML");
  if (date.getTime() % 86_400_000 !== 0) throw new S3Error("InvalidArgument", "'Date' must be at midnight GMT");
  return date.toISOString();
};

const withoutUndefined = (rule: { [Name in keyof LifecycleRule]: LifecycleRule[Name] | undefined }): LifecycleRule =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as LifecycleRule;

const ruleElements = (rule: LifecycleRule): XmlElements => {
  const { expireDays, expireDate, expireMarkers, noncurrentDays, noncurrentKept, abortDays } = rule;
  const expires = expireDays !== undefined || expireDate !== undefined || expireMarkers === true;
  return {
    ID: rule.id,
    Status: rule.enabled ? "Enabled" : "Disabled",
    Filter: filterElements(rule),
    Expiration: expires
      ? { Days: expireDays, Date: expireDate, ExpiredObjectDeleteMarker: expireMarkers || undefined }
      : undefined,
    NoncurrentVersionExpiration:
      noncurrentDays === undefined
        ? undefined
        : { NoncurrentDays: noncurrentDays, NewerNoncurrentVersions: noncurrentKept },
    AbortIncompleteMultipartUpload: abortDays === undefined ? undefined : { DaysAfterInitiation: abortDays },
  };
};

const filterElements = ({ prefix, tags = {}, sizeAbove, sizeBelow }: LifecycleRule): XmlElements => {
  const tagElements = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const conditions = {
    Prefix: prefix,
    Tag: tagElements.length > 0 ? tagElements : undefined,
    ObjectSizeGreaterThan: sizeAbove,
    ObjectSizeLessThan: sizeBelow,
  };
  const count = [prefix, sizeAbove, sizeBelow].filter((value) => value !== undefined).length + tagElements.length;
  if (count === 0) return { Prefix: "" };
  return count === 1 ? conditions : { And: conditions };
};

export const lifecycleOperations: readonly (readonly [string, Operation])[] = [
  ["GET lifecycle", { name: "GetBucketLifecycleConfiguration", right: "manage", run: getLifecycle }],
  ["PUT lifecycle", { name: "PutBucketLifecycleConfiguration", right: "manage", run: putLifecycle }],
  ["DELETE lifecycle", { name: "DeleteBucketLifecycle", right: "manage", run: deleteLifecycle }],
];
