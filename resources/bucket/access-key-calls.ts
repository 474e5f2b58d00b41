/** Access keys for S3: service accounts, the master key, and temporary credentials. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { unixSeconds } from "../fields.ts";
import { accessKeyNameMax, accessKeyScopesMax, presignedSecondsMax } from "./access-key-limits.ts";
import { largeBodyBytesMax } from "../limits.ts";

/** Maximum length of a bucket name or prefix. */
const scopeMax = 1024;

export const keyPermissions = ["read", "write", "delete"] as const;
export type KeyPermission = (typeof keyPermissions)[number];

/** Bucket names or prefixes; empty means no limit. */
const scopes = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(scopeMax))).check(z.maxLength(accessKeyScopesMax)),
  [],
);
const permissions = z.array(z.enum(keyPermissions)).check(z.minLength(1, "Choose at least one permission."));

const accessKey = z.object({
  accessKey: z.string(),
  name: z.string(),
  /** Allowed buckets; empty allows all. */
  buckets: z.array(z.string()),
  /** Allowed key prefixes; empty allows all. */
  prefixes: z.array(z.string()),
  permissions: z.array(z.enum(keyPermissions)),
  /** The user who created it. */
  userName: z.string(),
  expiresAt: z.optional(z.int()),
  usedAt: z.optional(z.int()),
  createdAt: z.int(),
});
export type AccessKey = z.output<typeof accessKey>;

const shownOnce = z.object({ accessKey: z.string(), secretKey: z.string() });

export const listAccessKeys = defineCall("GET $bucket/user/service-accounts", {
  summary: "Lists the team's access keys, newest first, without secrets.",
  can: ["list", "access-keys"],
  reply: z.object({ accounts: z.array(accessKey) }),
});

export const createAccessKey = defineCall("POST $bucket/user/service-accounts", {
  summary: "Creates an access key. The secret is returned only in this response. Limit: ten per team.",
  can: ["create", "access-keys"],
  log: "BUCKET_CREATE_KEY",
  bodyBytesMax: largeBodyBytesMax,
  body: z.object({
    name: z
      .string("Name is required.")
      .check(
        z.trim(),
        z.minLength(1, "Name is required."),
        z.maxLength(accessKeyNameMax, `Name: ${accessKeyNameMax} characters maximum.`),
      ),
    buckets: scopes,
    prefixes: scopes,
    permissions: z._default(permissions, [...keyPermissions]),
    /** Unix seconds; omit for a key that does not expire. */
    expiresAt: z.optional(unixSeconds()),
  }),
  reply: shownOnce,
});

export const deleteAccessKey = defineCall("DELETE $bucket/user/service-accounts/{accessKey}", {
  summary: "Deletes an access key. Requests signed with it are rejected immediately.",
  can: ["delete", "access-keys"],
  log: "BUCKET_DELETE_KEY",
  reply: z.null(),
});

const masterKey = z.object({ accessKey: z.string(), createdAt: z.int(), usedAt: z.optional(z.int()) });

export const showMasterKey = defineCall("GET $bucket/user/account", {
  summary: "Returns the team's master key without its secret, or null if none exists.",
  can: ["edit", "access-keys"],
  reply: z.object({ account: z.nullable(masterKey) }),
});

export const resetMasterKey = defineCall("POST $bucket/user/account", {
  summary: "Creates a new master key with full access to all buckets. The previous key stops working immediately.",
  can: ["edit", "access-keys"],
  log: "BUCKET_RESET_MASTER_KEY",
  perMinute: 30,
  fresh: "Create another master key for my Freehold buckets. The key I have now stops working.",
  reply: shownOnce,
});

export const assumeRole = defineCall("GET $bucket/user/sts/assume-role", {
  summary:
    "Returns temporary credentials with a session token, valid for 12 hours and limited to the caller's permissions on the team's buckets.",
  can: ["show", "access-keys"],
  perMinute: 600,
  reply: z.object({
    accessKey: z.string(),
    secretKey: z.string(),
    sessionToken: z.string(),
    /** Unix seconds. */
    expiredAt: z.int(),
  }),
});

export const shareFile = defineCall("GET $bucket/user/sts/share", {
  summary:
    "Returns read-only credentials for one file, valid for up to seven days, to presign a share link. Limit: 1,000 active per user.",
  can: ["show", "access-keys"],
  perMinute: 120,
  query: z.object({
    bucket: z.string().check(z.minLength(1), z.maxLength(scopeMax)),
    key: z.string().check(z.minLength(1), z.maxLength(scopeMax)),
    seconds: z.coerce.number().check(z.int(), z.gte(1), z.lte(presignedSecondsMax)),
  }),
  reply: assumeRole.reply,
});

export const accessKeyCalls = [
  listAccessKeys,
  createAccessKey,
  deleteAccessKey,
  showMasterKey,
  resetMasterKey,
  assumeRole,
  shareFile,
];
