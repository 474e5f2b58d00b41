/** A bucket: a named container for files, accessible to any S3 client. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { bytes, choice, code, count, data, date, optional, toggle } from "../declare/fields.ts";
import { bucketNameMax, bucketNameMin, bucketNamePattern, bucketNameRule } from "./limits.ts";

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
  calls: { list: "GET $bucket/buckets/extra" },
  key: "name",

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
    columns: {
      name: {},
      usedStorage: { width: "120px" },
      objectCount: { width: "90px" },
      monthTraffic: { width: "140px" },
      monthVisit: { width: "130px" },
      createdAt: { width: "130px", wideOnly: true },
    },
    live: bucketEvent,
    empty: { title: "No buckets yet", text: "Create a bucket to store files from your browser or any S3 client." },
  },
  listQuery: z.object({ name: z.optional(z.string()) }),
  related: [
    { resource: "snapshots", by: "bucket" },
    { resource: "share-links", by: "bucket" },
  ],
});
export type BucketRow = Row<typeof buckets>;
