/** Snapshots: the contents of a bucket or folder at one moment, as one directory with its own CID. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { fileChanges } from "../file-change.ts";
import { pageSizeMax } from "../limits.ts";

/** generating → unpin; publishing: pinning → pin. `message` contains the error, if any. */
export const snapshotStates = ["generating", "unpin", "pinning", "pin", "failure"] as const;
export type SnapshotState = (typeof snapshotStates)[number];

const snapshot = z.object({
  id: z.string(),
  bucket: z.string(),
  /** The snapshot's folder; "" for the whole bucket. */
  prefix: z.string(),
  /** Absent until it is generated. */
  cid: z.optional(z.string()),
  /** Total bytes of all files. */
  size: z.int(),
  files: z.int(),
  status: z.enum(snapshotStates),
  message: z.optional(z.string()),
  createdAt: z.int(),
});
export type Snapshot = z.output<typeof snapshot>;

const bucketAndPrefix = { bucket: z.string().check(z.maxLength(64)), prefix: z.string().check(z.maxLength(1024)) };

export const snapshots = defineCall("GET $bucket/snapshots", {
  summary: "Lists a bucket's snapshots, newest first. Set `prefix` to list those of one folder.",
  can: ["list", "buckets"],
  query: z.object({
    bucket: bucketAndPrefix.bucket,
    prefix: z._default(bucketAndPrefix.prefix, ""),
    cursor: z.optional(z.string()),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), 20),
  }),
  reply: z.object({
    list: z.array(snapshot),
    page: z.object({ next: z.optional(z.string()), hasNext: z.boolean(), total: z.int() }),
  }),
});

export const createSnapshot = defineCall("POST $bucket/snapshots", {
  summary: "Creates a snapshot of a bucket, or of the folder `prefix`. Runs in the background.",
  can: ["edit", "buckets"],
  log: "BUCKET_CREATE_SNAPSHOT",
  body: z.object({ ...bucketAndPrefix, prefix: z._default(bucketAndPrefix.prefix, "") }),
  reply: z.object({ id: z.string() }),
});

export const publishSnapshot = defineCall("POST $bucket/snapshots/{id}", {
  summary: "Publishes a snapshot by pinning it under the name of its bucket and folder.",
  can: ["edit", "buckets"],
  log: "BUCKET_PUBLISH_SNAPSHOT",
  reply: z.null(),
});

export const deleteSnapshot = defineCall("DELETE $bucket/snapshots/{id}", {
  summary: "Deletes a snapshot. Files stored only in it are deleted unless it is pinned.",
  can: ["edit", "buckets"],
  log: "BUCKET_DELETE_SNAPSHOT",
  reply: z.null(),
});

const dagLink = z.object({ name: z.string(), cid: z.string(), size: z.int() });

export const snapshotDag = defineCall("GET $bucket/snapshots/{id}/dag", {
  summary: "Returns one block of a snapshot's DAG and its links. Defaults to the root.",
  can: ["show", "buckets"],
  query: z.object({ cid: z.optional(z.string().check(z.maxLength(200))) }),
  reply: z.object({
    cid: z.string(),
    codec: z.string(),
    /** Bytes of this block only. */
    blockSize: z.int(),
    /** directory, file, hamt-sharded-directory, raw … */
    type: z.optional(z.string()),
    /** Links of one block; for a folder, its entries. Sizes include the DAG below. */
    links: z.array(dagLink),
  }),
});
export type SnapshotDag = z.output<typeof snapshotDag.reply>;

export const diffSnapshots = defineCall("GET $bucket/snapshots/{id}/diff/{otherId}", {
  summary: "Lists files that differ between a snapshot and an earlier one (`otherId`).",
  can: ["show", "buckets"],
  reply: z.object(fileChanges),
});

export const objectVersions = defineCall("GET $bucket/snapshots/versions", {
  summary: "Lists a file's versions in the bucket's latest snapshots, without unchanged ones.",
  can: ["show", "buckets"],
  query: z.object({ bucket: bucketAndPrefix.bucket, key: z.string().check(z.maxLength(1024)) }),
  reply: z.object({
    items: z.array(z.object({ snapshotId: z.string(), createdAt: z.int(), cid: z.string(), size: z.int() })),
  }),
});

export const snapshotCalls = [
  snapshots,
  createSnapshot,
  publishSnapshot,
  deleteSnapshot,
  snapshotDag,
  diffSnapshots,
  objectVersions,
];
