/** S3 keys for a team's buckets; other calls are in access-key-calls.ts. Members with read-only access get read-only keys. */
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { choices, data, date, id, lines, optional, text, withDefault } from "../declare/fields.ts";
import { largeBodyBytesMax } from "../limits.ts";
import { accessKeyNameMax, accessKeyScopeMax, accessKeyScopesMax, accessKeysPerTeam } from "./access-key-limits.ts";

export const keyPermissions = ["read", "write", "delete", "bypassGovernance"] as const;
/** Permissions of a key unless others are chosen, of the master key and of sessions. */
export const usualKeyPermissions = ["read", "write", "delete"] as const;
export type KeyPermission = (typeof keyPermissions)[number];

const bucketNames = z
  .array(z.string().check(z.minLength(1), z.maxLength(accessKeyScopeMax)))
  .check(z.maxLength(accessKeyScopesMax));

export const accessKeys = defineResource({
  name: "access-keys",
  title: "Access keys",
  intro: "Give S3 clients access to your buckets.",
  group: "Bucket",
  access: "BUCKET",
  /** The master key belongs to the owner: `edit`. */
  members: ["list", "show", "create", "delete"],
  menu: { section: "Storage", icon: "key" },
  routes: { list: "/bucket/access-keys" },
  findBy: "name",
  base: "$bucket/user/service-accounts",
  key: "accessKey",
  log: { create: "BUCKET_CREATE_KEY", delete: "BUCKET_DELETE_KEY" },
  replies: { create: z.object({ accessKey: z.string(), secretKey: z.string() }) },
  options: { create: { bodyBytesMax: largeBodyBytesMax } },
  fields: {
    accessKey: id("Access key"),
    name: text("Name", { min: 1, max: accessKeyNameMax, hint: "Where you will use it, for example backup." }),
    permissions: withDefault(
      choices("Permissions", keyPermissions, {
        labels: { read: "Read", write: "Write", delete: "Delete", bypassGovernance: "Bypass governance" },
        hints: {
          read: "Download and list files",
          write: "Upload and overwrite files",
          delete: "Remove files and folders",
          bypassGovernance: "Delete versions in governance retention",
        },
        required: "Choose at least one permission.",
      }),
      [...usualKeyPermissions],
    ),
    /** Allowed buckets; empty allows all. */
    buckets: withDefault(data("Buckets", bucketNames), []),
    /** Allowed key prefixes; empty allows all. */
    prefixes: withDefault(
      lines("Limit to prefixes", {
        max: accessKeyScopesMax,
        entryMax: accessKeyScopeMax,
        exact: true,
        hint: "One per line, for example 2026/. Leave blank for all files.",
      }),
      [],
    ),
    /** The user who created it. */
    userName: text("Created by"),
    /** Absent for a key that does not expire. */
    expiresAt: optional(date("Expires")),
    usedAt: optional({ ...date("Last used"), none: "Never" }),
    createdAt: date("Created"),
  },
  list: {
    items: "accounts",
    whole: true,
    limit: accessKeysPerTeam,
    columns: {
      name: { width: "18%" },
      accessKey: { width: "220px" },
      permissions: {},
      expiresAt: { width: "130px" },
      usedAt: { width: "164px" },
      createdAt: { width: "164px", wideOnly: true },
    },
    sort: ["name", "expiresAt", "usedAt", "createdAt"],
    bulk: ["delete"],
    empty: {
      title: "No access keys yet",
      text: "Create a key to give scripts and S3 clients limited access to your buckets.",
    },
  },
  create: { fields: ["name", "permissions", "buckets", "prefixes", "expiresAt"], lenient: true },
  remove: {
    several: "Clients that use these keys lose access immediately. URLs presigned with them stop working.",
    confirm: "Any client that uses {name} loses access immediately. URLs presigned with this key stop working.",
  },
});
