/** A bucket: a name in this cloud under which any S3 client keeps files. */
import * as z from "zod/mini";
import { defineResource } from "../define.ts";
import { bytes, count, data, date, text, toggle } from "../fields.ts";

/** Told to open browsers of the team when objects of one of its buckets changed: { bucket }. */
export const bucketEvent = "BUCKET_CHANGED";

const row = z.object({
  name: z.string(),
  createdAt: z.int(),
  arweave: z.object({ sync: z.boolean() }),
  usedStorage: z.int(),
  objectCount: z.int(),
  monthTraffic: z.int(),
  monthVisit: z.int(),
  public: z.boolean(),
});
export type BucketRow = z.output<typeof row>;

export const buckets = defineResource({
  name: "buckets",
  title: "Buckets",
  group: "Storage",
  access: "BUCKET",
  menu: { section: "Storage", icon: "bucket", label: "Buckets" },

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
    /** Sent and received in the last 30 days, and requests. */
    monthTraffic: bytes("Traffic, 30 days"),
    monthVisit: count("Requests, 30 days"),
    /** Its policy lets anybody read it, or a part of it. A bucket domain does so too, whatever this says: see bucket-domains. */
    public: toggle("Public"),
  },

  list: {
    columns: ["name", "usedStorage", "monthTraffic", "monthVisit", "createdAt"],
    live: bucketEvent,
    empty: { title: "No buckets yet", text: "Create one, and keep files in it with any S3 client or here." },
  },
  listQuery: z.object({ name: z.optional(z.string()) }),
});
