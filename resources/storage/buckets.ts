/** A bucket: a named container for files, accessible to any S3 client. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { bytes, choice, code, count, data, date, optional, toggle } from "../declare/fields.ts";
import { lifecycleRules } from "./bucket-rules.ts";
import { bucketNameMax, bucketNameMin, bucketNamePattern, bucketNameRule, bucketsPerTeam } from "./limits.ts";

/** Socket event to the team: objects of one of its buckets changed, { bucket }. */
export const bucketEvent = "BUCKET_CHANGED";

/**
 * "public": anyone with a file's CID can read it. "private": readable with keys, sessions, share links and the team's
 * tokens.
 */
export const bucketVisibilities = ["private", "public"] as const;
export type BucketVisibility = (typeof bucketVisibilities)[number];

export const versionings = ["Enabled", "Suspended"] as const;
export type Versioning = (typeof versionings)[number];

/** The pages of the settings tab draw these. */
const setting = { menu: false, can: "edit", done: "Saved" } as const;

export const buckets = defineResource({
  name: "buckets",
  title: "Buckets",
  intro: "Store files on IPFS from your browser or any S3 client.",
  group: "Bucket",
  access: "BUCKET",
  menu: { section: "Storage", icon: "bucket" },

  routes: { list: "/bucket/storage", show: "/bucket/storage/*" },
  findBy: "name",
  // The folder or file is the title.
  titles: { show: "" },
  keywords: ["upload", "S3"],
  base: "$bucket/buckets",
  // The list has all that a call for one would return.
  calls: { list: "GET $bucket/buckets/extra", show: false, edit: "PUT $bucket/buckets/{name}/visibility" },
  key: "name",
  options: {
    edit: {
      summary: "Makes a bucket public (anyone with a file's CID can read it) or private. Takes effect immediately.",
    },
  },
  replies: { edit: z.null() },
  log: { edit: "BUCKET_SET_VISIBILITY" },

  fields: {
    name: code("Name", {
      min: bucketNameMin,
      max: bucketNameMax,
      hint: `${bucketNameRule} Must be unique. Can't be changed later.`,
      placeholder: "holiday-photos",
      pattern: { expression: bucketNamePattern, message: bucketNameRule },
    }),
    createdAt: date("Created"),
    arweave: data("Arweave", z.object({ sync: z.boolean() })),
    /** Total bytes of its objects with all their versions. */
    usedStorage: bytes("Storage"),
    objectCount: count("Files"),
    /** Noncurrent versions and delete markers. */
    versionCount: count("Versions"),
    /** Bytes sent and received in the last 30 days. */
    monthTraffic: bytes("Traffic, 30 days"),
    /** Reads without a team key in the last 30 days: by bucket domains, share links and public buckets. */
    monthVisit: count("Visits, 30 days"),
    visibility: choice(
      "Visibility",
      bucketVisibilities,
      { private: "Private", public: "Public on IPFS" },
      {
        private: "Only your team can read its files. Share files with an expiring link.",
        public: "Anyone with a file's CID can read it, on this server and any IPFS gateway.",
      },
      { private: "shield", public: "globe" },
    ),
    /** Its policy lets anyone read all or part of it over S3 without a signature. Only public buckets have a policy. */
    public: toggle("Readable by URL"),
    /** Whether the bucket has CORS rules. */
    hasCors: toggle("CORS rules"),
    /** Absent until versioning is enabled for the first time. */
    versioning: optional(choice("Versioning", versionings, { Enabled: "Enabled", Suspended: "Suspended" })),
    /** Whether versions can be locked. */
    hasLock: toggle("Object lock"),
  },

  list: {
    items: "list",
    whole: true,
    limit: bucketsPerTeam,
    columns: {
      name: {},
      usedStorage: { width: "120px" },
      objectCount: { width: "90px" },
      monthTraffic: { width: "140px" },
      monthVisit: { width: "130px" },
      createdAt: { width: "130px", wideOnly: true },
    },
    sort: ["name", "usedStorage", "objectCount", "monthTraffic", "monthVisit", "createdAt"],
    live: bucketEvent,
    empty: {
      title: "No buckets yet",
      text: "Create a bucket to store files from your browser or any S3 client.",
      command: "aws s3 mb s3://my-bucket --endpoint-url {origin}/s3",
    },
  },
  listQuery: z.object({ name: z.optional(z.string()) }),
  create: ["name", "visibility"],
  edit: ["visibility"],
  actions: {
    setPublicRead: {
      ...setting,
      label: "Readable by URL",
      summary: "Sets whether anyone can read a public bucket's files over S3 without a signature.",
      call: "PUT $bucket/buckets/{name}/public-read",
      body: z.object({ on: z.boolean() }),
      log: "BUCKET_EDIT_BUCKET",
    },
    setVersioning: {
      ...setting,
      label: "Versioning",
      summary:
        "Enables or suspends versioning. Earlier versions of replaced and deleted files are kept and count as storage.",
      call: "PUT $bucket/buckets/{name}/versioning",
      body: z.object({ versioning: z.enum(versionings) }),
      log: "BUCKET_SET_VERSIONING",
    },
    setLifecycle: {
      ...setting,
      label: "Lifecycle rules",
      summary: "Replaces a bucket's lifecycle rules. They are applied once a day, after midnight UTC.",
      call: "PUT $bucket/buckets/{name}/lifecycle",
      reads: "GET $bucket/buckets/{name}/lifecycle",
      body: z.object({ rules: lifecycleRules }),
      log: "BUCKET_SET_LIFECYCLE",
    },
  },
  remove: { confirm: "The name becomes available to others. Only empty buckets can be deleted.", type: "name" },
  related: [
    { resource: "snapshots", by: "bucket" },
    { resource: "share-links", by: "bucket" },
  ],
});
export type BucketRow = Row<typeof buckets>;
