/** Access control: a team's keys within their scopes, everyone within the bucket's policy. */
import type { Bucket } from "../buckets/service.ts";
import type { KeyRecord } from "./keys/find-key.ts";
import { publicRules } from "./policy.ts";

export type Right =
  /** Read an object's content, attributes and tags. */
  | "read"
  /** List keys below a prefix. */
  | "list"
  | "write"
  | "delete"
  /** See that a bucket exists. */
  | "look"
  /** Manage a bucket's CORS rules, policy and ACL. */
  | "manage"
  /** Delete the bucket. */
  | "drop"
  /** Delete a version in governance retention, or shorten its retention. */
  | "bypass";

const permissionFor = {
  read: "read",
  list: "read",
  look: "read",
  write: "write",
  manage: "write",
  delete: "delete",
  drop: "delete",
  bypass: "bypassGovernance",
} as const satisfies Record<Right, string>;

/** Checks a right. `name` is the key, or the listed prefix. */
export const allows = (key: KeyRecord | undefined, bucket: Bucket, right: Right, name: string): boolean =>
  allowsKey(key, bucket, right, name) || allowsAnybody(bucket, right, name);

/** A key that is limited to prefixes can't create buckets. */
export const canCreate = ({ buckets, prefixes, objectKey, permissions }: KeyRecord, bucketName: string): boolean =>
  permissions.includes("write") &&
  prefixes.length === 0 &&
  objectKey === undefined &&
  (buckets.length === 0 || buckets.includes(bucketName));

const allowsKey = (key: KeyRecord | undefined, bucket: Bucket, right: Right, name: string): boolean => {
  if (key?.teamId !== bucket.teamId) return false;
  if (key.buckets.length > 0 && !key.buckets.includes(bucket.name)) return false;
  if (key.objectKey !== undefined) return right === "read" && name === key.objectKey;
  if (right === "look") return true;
  if (!key.permissions.includes(permissionFor[right])) return false;
  const isWhole = key.prefixes.length === 0;
  if (right === "manage" || right === "drop") return isWhole;
  return isWhole || key.prefixes.some((prefix) => name.startsWith(prefix));
};

const allowsAnybody = ({ policy }: Bucket, right: Right, name: string): boolean => {
  if (policy === undefined) return false;
  if (right === "read") return publicRules(policy).reads(name);
  if (right === "list") return publicRules(policy).lists(name);
  return right === "look" && publicRules(policy).lists("");
};
