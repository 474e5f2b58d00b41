/** Sending files to Arweave: whole buckets, and one by one. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { arweaveStates } from "./arweave.ts";

const name = z.string().check(z.minLength(1), z.maxLength(48));
const key = z.string().check(z.minLength(1), z.maxLength(1024));
const object = z.object({ bucket: name, key });

/** "closing": switched off, while what was queued is still on its way. */
const syncState = z.enum(["off", "on", "closing"]);
export type ArweaveSyncState = z.output<typeof syncState>;

export const arweaveBucket = defineCall("GET $bucket/arweave/buckets/{name}", {
  summary: "Whether the files of a bucket go to Arweave too, and how many are on their way.",
  can: ["show", "arweave"],
  reply: z.object({ state: syncState, syncing: z.int() }),
});

export const syncArweaveBucket = defineCall("POST $bucket/arweave/buckets/{name}", {
  summary:
    "Sends every file of a bucket to Arweave, those that are there and those to come, or stops doing so. Switched off, it is closing until what was queued is there.",
  can: ["edit", "arweave"],
  log: "BUCKET_SYNC_ARWEAVE",
  body: z.object({ sync: z.boolean() }),
  reply: z.object({ state: syncState }),
});

export const sendToArweave = defineCall("POST $bucket/arweave/object", {
  summary: "Sends a file's present version to Arweave, or tries again. What gets there stays there for good.",
  can: ["edit", "arweave"],
  log: "BUCKET_SEND_TO_ARWEAVE",
  body: object,
  reply: z.object({ id: z.string() }),
});

export const stopArweave = defineCall("DELETE $bucket/arweave/object", {
  summary: "Takes a file that was not sent yet out of the queue. What is on Arweave already cannot be deleted.",
  can: ["edit", "arweave"],
  log: "BUCKET_STOP_ARWEAVE",
  body: object,
  reply: z.object({ stopped: z.boolean() }),
});

const view = z.object({
  id: z.string(),
  bucket: z.string(),
  key: z.string(),
  state: z.enum(arweaveStates),
  reason: z.optional(z.string()),
  hash: z.optional(z.string()),
  url: z.optional(z.string()),
  cid: z.string(),
  sizeBytes: z.int(),
  contentType: z.string(),
  /** The transaction that carries it, where it travels in a bundle. */
  bundle: z.optional(z.string()),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
  block: z.optional(z.object({ height: z.int(), confirmations: z.int() })),
  /** The weave is this cloud's own. */
  embedded: z.boolean(),
  createdAt: z.int(),
  confirmedAt: z.optional(z.int()),
  versions: z.array(z.object({ id: z.string(), state: z.enum(arweaveStates), createdAt: z.int() })),
});
export type ArweaveObjectView = z.output<typeof view>;

export const arweaveObject = defineCall("GET $bucket/arweave/object", {
  summary:
    "What is known of a file on Arweave: its newest version, or the one named by `id`, and the others; null when none was sent.",
  can: ["show", "arweave"],
  query: z.object({ bucket: name, key, id: z.optional(z.string()) }),
  reply: z.nullable(view),
});

export const arweaveCalls = [arweaveBucket, syncArweaveBucket, sendToArweave, stopArweave, arweaveObject];
