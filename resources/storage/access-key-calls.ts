/** The master key of a team's buckets, and temporary credentials. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { accessKeyScopeMax, presignedSecondsMax } from "./access-key-limits.ts";
import { accessKeys } from "./access-keys.ts";

const shownOnce = accessKeys.replies.create;

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
    bucket: z.string().check(z.minLength(1), z.maxLength(accessKeyScopeMax)),
    key: z.string().check(z.minLength(1), z.maxLength(accessKeyScopeMax)),
    seconds: z.coerce.number().check(z.int(), z.gte(1), z.lte(presignedSecondsMax)),
  }),
  reply: assumeRole.reply,
});

export const accessKeyCalls = [showMasterKey, resetMasterKey, assumeRole, shareFile];
