/** Access keys for S3: service accounts, the master key, and credentials that end by themselves. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { accessKeyNameMax, accessKeyScopesMax, presignedSecondsMax } from "./access-key-limits.ts";

/** As long as anything that may be named. */
const scopeMax = 1024;

export const keyPermissions = ["read", "write", "delete"] as const;
export type KeyPermission = (typeof keyPermissions)[number];

/** Parts of names; none is no limit. */
const scopes = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(scopeMax))).check(z.maxLength(accessKeyScopesMax)),
  [],
);
const permissions = z.array(z.enum(keyPermissions)).check(z.minLength(1, "Choose one permission at least."));

const accessKey = z.object({
  accessKey: z.string(),
  name: z.string(),
  /** Of these buckets; of all of them where there is none. */
  buckets: z.array(z.string()),
  /** Only keys that begin with one of these; all of them where there is none. */
  prefixes: z.array(z.string()),
  permissions: z.array(z.enum(keyPermissions)),
  /** Who made it. */
  userName: z.string(),
  expiresAt: z.optional(z.int()),
  usedAt: z.optional(z.int()),
  createdAt: z.int(),
});
export type AccessKey = z.output<typeof accessKey>;

const shownOnce = z.object({ accessKey: z.string(), secretKey: z.string() });

export const listAccessKeys = defineCall("GET $bucket/user/service-accounts", {
  summary: "The team's access keys, newest first, without their secrets.",
  can: ["list", "access-keys"],
  reply: z.object({ accounts: z.array(accessKey) }),
});

export const createAccessKey = defineCall("POST $bucket/user/service-accounts", {
  summary: "Makes an access key. Its secret is in this answer and nowhere else. At most ten a team.",
  can: ["create", "access-keys"],
  log: "BUCKET_CREATE_KEY",
  body: z.object({
    name: z
      .string("Name is required.")
      .check(
        z.trim(),
        z.minLength(1, "Name is required."),
        z.maxLength(accessKeyNameMax, `Name: ${accessKeyNameMax} characters at most.`),
      ),
    buckets: scopes,
    prefixes: scopes,
    permissions: z._default(permissions, [...keyPermissions]),
    /** Unix seconds; without it the key does not expire. */
    expiresAt: z.optional(z.int()),
  }),
  reply: shownOnce,
});

export const deleteAccessKey = defineCall("DELETE $bucket/user/service-accounts/{accessKey}", {
  summary: "Deletes an access key: what uses it is refused from now on.",
  can: ["delete", "access-keys"],
  log: "BUCKET_DELETE_KEY",
  reply: z.null(),
});

const masterKey = z.object({ accessKey: z.string(), createdAt: z.int(), usedAt: z.optional(z.int()) });

export const showMasterKey = defineCall("GET $bucket/user/account", {
  summary: "The team's master key without its secret; null until one was made.",
  can: ["edit", "access-keys"],
  reply: z.object({ account: z.nullable(masterKey) }),
});

export const resetMasterKey = defineCall("POST $bucket/user/account", {
  summary: "Makes another master key, which may do everything with all buckets. The one before is refused from now on.",
  can: ["edit", "access-keys"],
  log: "BUCKET_RESET_MASTER_KEY",
  reply: shownOnce,
});

export const assumeRole = defineCall("GET $bucket/user/sts/assume-role", {
  summary: "Credentials with a session token for twelve hours, for what the caller may do with the team's buckets.",
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
    "Credentials that read one file and nothing else, for up to seven days: to sign an address that is handed on. A person has up to 1,000 that have not ended.",
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
