/** A bucket: a name in this cloud under which any S3 client keeps files. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { bytes, choice, count, data, date, text, toggle } from "../fields.ts";

/** Told to open browsers of the team when objects of one of its buckets changed: { bucket }. */
export const bucketEvent = "BUCKET_CHANGED";

/** "public": anyone with a file's CID reads it. "private": keys, sessions, share links and the team's own tokens do. */
export const bucketVisibilities = ["private", "public"] as const;
export type BucketVisibility = (typeof bucketVisibilities)[number];

const row = z.object({
  name: z.string(),
  createdAt: z.int(),
  arweave: z.object({ sync: z.boolean() }),
  usedStorage: z.int(),
  objectCount: z.int(),
  monthTraffic: z.int(),
  monthVisit: z.int(),
  visibility: z.enum(bucketVisibilities),
  public: z.boolean(),
  hasCors: z.boolean(),
});
export type BucketRow = z.output<typeof row>;

export const buckets = defineResource({
  name: "buckets",
  title: "Buckets",
  group: "Storage",
  access: "BUCKET",
  menu: { section: "Storage", icon: "bucket" },

  routes: { list: "/bucket/storage", show: "/bucket/storage/*" },
  // A folder or a file is named by what it is.
  titles: { show: "" },
  calls: { list: "GET $bucket/buckets/extra" },
  replies: { list: z.object({ list: z.array(row) }) },

  fields: {
    name: text("Name"),
    createdAt: date("Created"),
    arweave: data("Arweave", row.shape.arweave),
    /** Bytes of its objects, each counted in full. */
    usedStorage: bytes("Storage"),
    objectCount: count("Files"),
    /** Bytes sent and received in the last 30 days. */
    monthTraffic: bytes("Traffic, 30 days"),
    /** How often files were read without a key of the team in the last 30 days: at bucket domains, by share links, from public buckets. */
    monthVisit: count("Visits, 30 days"),
    visibility: choice("Visibility", bucketVisibilities, { private: "Private", public: "Public" }),
    /** Its policy lets anyone read it, or a part of it, by S3 without a signature. Only a public bucket has a policy. */
    public: toggle("Readable by URL"),
    /** Whether the bucket has CORS rules. */
    hasCors: toggle("CORS rules"),
  },

  list: {
    columns: ["name", "usedStorage", "monthTraffic", "monthVisit", "createdAt"],
    live: bucketEvent,
    empty: { title: "No buckets yet", text: "Create a bucket to store files from your browser or any S3 client." },
  },
  listQuery: z.object({ name: z.optional(z.string()) }),
});
