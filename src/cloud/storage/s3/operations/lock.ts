/** Object lock: headers of writes, the configuration of a bucket, retention and legal hold of a version. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { retentionModes, type RetentionMode } from "../../../../../resources/storage/bucket-rules.ts";
import type { Bucket, LockConfiguration, ObjectLock, StoredObject } from "../../buckets/service.ts";
import { allows } from "../access.ts";
import { sendEmpty, sendXml } from "../answer.ts";
import { readSmall } from "../body.ts";
import { S3Error } from "../errors.ts";
import type { BucketExchange } from "../exchange.ts";
import type { Operation } from "./operation.ts";
import { requireObject, versionIn } from "../require-object.ts";
import { parseXml, type Node, type Shape } from "../xml.ts";

const documentBytesMax = 16 * 1024;
const daysMax = 36_500;
const yearsMax = 100;

/** Parses the lock of a new version from headers; undefined for the bucket's default. Throws InvalidArgument or InvalidRequest. */
export const lockIn = (
  headers: IncomingHttpHeaders,
  { objectLock }: Pick<Bucket, "objectLock">,
): ObjectLock | undefined => {
  const [mode, until, hold] = ["mode", "retain-until-date", "legal-hold"].map(
    (name) => headers[`x-amz-object-lock-${name}`] as string | undefined,
  );
  if (mode === undefined && until === undefined && (hold === undefined || (hold === "OFF" && !objectLock)))
    return undefined;
  if (!objectLock) throw new S3Error("InvalidRequest", missingConfiguration);
  if (hold !== undefined && hold !== "ON" && hold !== "OFF")
    throw new S3Error("InvalidArgument", "Legal Hold must be either of 'ON' or 'OFF'");
  if ((mode === undefined) !== (until === undefined))
    throw new S3Error(
      "InvalidArgument",
      "x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied",
    );
  const retention = mode === undefined ? undefined : retentionOf(mode, until!, "InvalidArgument");
  return { ...(hold !== undefined && { legalHold: hold === "ON" }), ...(retention && { retention }) };
};

const missingConfiguration = "Bucket is missing Object Lock Configuration";

const retentionOf = (
  mode: string,
  until: string,
  code: "InvalidArgument" | "MalformedXML",
): ObjectLock["retention"] => {
  const moment = /^\d{4}-\d\d-\d\dT/.test(until) ? new Date(until) : new Date(Number.NaN);
  if (!isMode(mode)) throw new S3Error(code, "Unknown wormMode directive.");
  if (Number.isNaN(moment.getTime())) throw new S3Error(code, "The retain until date must be in ISO 8601.");
  if (moment.getTime() <= Date.now())
    throw new S3Error("InvalidArgument", "The retain until date must be in the future!");
  return { mode, until: moment.toISOString() };
};

const isMode = (text: string): text is RetentionMode => retentionModes.some((mode) => mode === text);

/** Headers about a version's lock. */
export const lockHeaders = ({ lock }: Pick<StoredObject, "lock">): OutgoingHttpHeaders => ({
  "x-amz-object-lock-mode": lock?.retention?.mode,
  "x-amz-object-lock-retain-until-date": lock?.retention?.until,
  "x-amz-object-lock-legal-hold": lock?.legalHold === undefined ? undefined : onOff(lock.legalHold),
});

const onOff = (isOn: boolean): "ON" | "OFF" => (isOn ? "ON" : "OFF");

const getConfiguration = async (exchange: BucketExchange): Promise<void> => {
  const { objectLock } = exchange.bucket;
  if (!objectLock) throw new S3Error("ObjectLockConfigurationNotFoundError");
  const { mode, days, years } = objectLock.retention ?? {};
  sendXml(exchange, "ObjectLockConfiguration", {
    ObjectLockEnabled: "Enabled",
    Rule: mode && { DefaultRetention: { Mode: mode, Days: days, Years: years } },
  });
};

const lockShape = {
  ObjectLockEnabled: "text",
  Rule: { DefaultRetention: { Mode: "text", Days: "integer", Years: "integer" } },
} satisfies Shape;

/** PutObjectLockConfiguration. Once enabled, it can't be disabled. */
const putConfiguration = async (exchange: BucketExchange): Promise<void> => {
  const document = parseXml(await readSmall(exchange, documentBytesMax), "ObjectLockConfiguration", lockShape);
  if (document.text("ObjectLockEnabled") !== "Enabled") throw new S3Error("MalformedXML");
  await exchange.buckets.setObjectLock(exchange.bucket, configurationIn(document.child("Rule")));
  await exchange.log(exchange.verified!.key, "BUCKET_EDIT_BUCKET", exchange.bucket.name);
  sendEmpty(exchange, 200);
};

const configurationIn = (rule: Node | undefined): LockConfiguration => {
  if (!rule) return {};
  const retention = rule.child("DefaultRetention");
  const mode = retention?.text("Mode") ?? "";
  const [days, years] = [retention?.maybe("Days"), retention?.maybe("Years")];
  if (!isMode(mode) || (days === undefined) === (years === undefined)) throw new S3Error("MalformedXML");
  const period = Number(days ?? years);
  if (!Number.isInteger(period)) throw new S3Error("MalformedXML");
  if (period < 1) throw new S3Error("InvalidArgument", "Default retention period must be a positive integer value");
  if (period > (days === undefined ? yearsMax : daysMax))
    throw new S3Error("InvalidArgument", `Default retention is at most ${daysMax} days or ${yearsMax} years.`);
  return { retention: { mode, ...(days === undefined ? { years: period } : { days: period }) } };
};

const requireLocking = ({ bucket }: BucketExchange): void => {
  if (!bucket.objectLock) throw new S3Error("InvalidRequest", missingConfiguration);
};

/** Throws AccessDenied if the client asks to bypass governance retention and its key lacks the permission. */
export const bypassOf = ({ request, bucket, verified }: BucketExchange, key: string): { bypass: boolean } => {
  const bypass = String(request.headers["x-amz-bypass-governance-retention"]).toLowerCase() === "true";
  if (bypass && !allows(verified?.key, bucket, "bypass", key)) throw new S3Error("AccessDenied");
  return { bypass };
};

const getRetention = async (exchange: BucketExchange): Promise<void> => {
  requireLocking(exchange);
  const { lock } = await requireObject(exchange);
  if (!lock?.retention) throw new S3Error("NoSuchObjectLockConfiguration");
  sendXml(exchange, "Retention", { Mode: lock.retention.mode, RetainUntilDate: lock.retention.until });
};

/** PutObjectRetention. An empty document removes the retention. */
const putRetention = async (exchange: BucketExchange): Promise<void> => {
  requireLocking(exchange);
  const { bucket, buckets, target } = exchange;
  const document = parseXml(await readSmall(exchange, documentBytesMax), "Retention", {
    Mode: "text",
    RetainUntilDate: "text",
  });
  const [mode, until] = [document.maybe("Mode"), document.maybe("RetainUntilDate")];
  if ((mode === undefined) !== (until === undefined)) throw new S3Error("MalformedXML");
  const retention = mode === undefined ? undefined : retentionOf(mode, until!, "MalformedXML");
  await requireObject(exchange);
  await buckets.setLock(bucket, target.key, versionIn(exchange), { retention }, bypassOf(exchange, target.key));
  sendEmpty(exchange, 200);
};

const getLegalHold = async (exchange: BucketExchange): Promise<void> => {
  requireLocking(exchange);
  const { lock } = await requireObject(exchange);
  if (lock?.legalHold === undefined) throw new S3Error("NoSuchObjectLockConfiguration");
  sendXml(exchange, "LegalHold", { Status: onOff(lock.legalHold) });
};

const putLegalHold = async (exchange: BucketExchange): Promise<void> => {
  requireLocking(exchange);
  const { bucket, buckets, target } = exchange;
  const document = parseXml(await readSmall(exchange, documentBytesMax), "LegalHold", { Status: "text" });
  const status = document.text("Status");
  if (status !== "ON" && status !== "OFF") throw new S3Error("MalformedXML");
  await requireObject(exchange);
  await buckets.setLock(bucket, target.key, versionIn(exchange), { legalHold: status === "ON" });
  sendEmpty(exchange, 200);
};

export const bucketLockOperations: readonly (readonly [string, Operation])[] = [
  ["GET object-lock", { name: "GetObjectLockConfiguration", right: "manage", run: getConfiguration }],
  ["PUT object-lock", { name: "PutObjectLockConfiguration", right: "manage", run: putConfiguration }],
];

export const lockOperations: readonly (readonly [string, Operation])[] = [
  ["GET retention", { name: "GetObjectRetention", right: "read", run: getRetention }],
  ["PUT retention", { name: "PutObjectRetention", right: "write", run: putRetention }],
  ["GET legal-hold", { name: "GetObjectLegalHold", right: "read", run: getLegalHold }],
  ["PUT legal-hold", { name: "PutObjectLegalHold", right: "write", run: putLegalHold }],
];
