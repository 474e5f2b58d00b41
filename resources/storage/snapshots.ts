/** Snapshots: the contents of a bucket or folder at one moment, as one directory with its own CID. */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { bytes, count, data, date, form, id, optional, status } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";
import { fileChanges } from "./file-change.ts";
import { pageSizeMax } from "../limits.ts";
import { bucketEvent } from "./buckets.ts";
import { snapshotsPerBucket } from "./limits.ts";

/** generating → unpin; publishing: pinning → pin. `message` contains the error, if any. */
const snapshotStates = ["generating", "unpin", "pinning", "pin", "failure"] as const;
export type SnapshotState = (typeof snapshotStates)[number];

const bucketName = z.string().check(z.maxLength(64));
const folder = z._default(z.string().check(z.maxLength(1024)), "");

const fields = {
  id: id(),
  bucket: data("Bucket", bucketName),
  /** The snapshot's folder; "" for the whole bucket. */
  prefix: data("Source", folder),
  /** Absent until it is generated. */
  cid: optional(hash("CID")),
  /** Total size of all files. */
  size: bytes("Size"),
  files: count("Files"),
  status: status(
    "Status",
    snapshotStates,
    { generating: "Creating", unpin: "Private", pinning: "Publishing", pin: "Published", failure: "Failed" },
    { unpin: "normal", pin: "pinned" },
  ),
  message: optional(data("Error", z.string())),
  createdAt: date("Created"),
};

export const snapshots = defineResource({
  name: "snapshots",
  title: "Snapshots",
  group: "Bucket",
  parent: "buckets",
  permission: "buckets",
  routes: {},
  base: "$bucket/snapshots",
  calls: { show: false },
  log: { create: "BUCKET_CREATE_SNAPSHOT", delete: "BUCKET_DELETE_SNAPSHOT" },
  replies: {
    list: z.object({
      list: z.array(form(fields)),
      page: z.object({ next: z.optional(z.string()), hasNext: z.boolean(), total: z.int() }),
    }),
    create: z.object({ id: z.string() }),
  },
  fields,
  list: {
    columns: {
      prefix: {},
      cid: { width: "200px" },
      files: { width: "90px" },
      size: { width: "100px" },
      status: { width: "140px" },
      createdAt: { width: "164px" },
    },
    items: "list",
    whole: true,
    live: bucketEvent,
    limit: snapshotsPerBucket,
    limitPer: "bucket",
    bulk: ["delete"],
    empty: {
      title: "No snapshots yet",
      text: "Create a snapshot before large changes. Unchanged files use no extra storage.",
      icon: "archive",
    },
  },
  listQuery: z.object({
    bucket: bucketName,
    /** Only snapshots of this folder. */
    prefix: folder,
    cursor: z.optional(z.string()),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), 20),
  }),
  create: { fields: ["bucket", "prefix"], lenient: true },
  actions: {
    publish: {
      label: "Publish",
      icon: "pin",
      call: "POST $bucket/snapshots/{id}",
      can: "edit",
      question: "Publish this snapshot?",
      confirm: "Anyone with its CID can read its files ({files}). It is added to your pins.",
      done: "Published",
      log: "BUCKET_PUBLISH_SNAPSHOT",
      when: [{ field: "status", in: ["unpin"] }],
    },
  },
  remove: {
    several:
      "File versions stored only in these snapshots are permanently deleted. Published snapshots stay pinned: remove their pins as well.",
    question: "Delete this snapshot?",
    confirm:
      "File versions stored only in this snapshot are permanently deleted. A published snapshot stays pinned: remove its pin as well.",
  },
});
export type Snapshot = Row<typeof snapshots>;

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
  query: z.object({ bucket: bucketName, key: z.string().check(z.maxLength(1024)) }),
  reply: z.object({
    items: z.array(z.object({ snapshotId: z.string(), createdAt: z.int(), cid: z.string(), size: z.int() })),
  }),
});

export const snapshotCalls = [snapshotDag, diffSnapshots, objectVersions];
