/** Calls to store buckets or single files on Arweave. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { arweaveStates } from "./arweave.ts";

const name = z.string().check(z.minLength(1), z.maxLength(48));
const key = z.string().check(z.minLength(1), z.maxLength(1024));
const object = z.object({ bucket: name, key });

/** `closing`: turned off, while queued files are still uploading. */
const syncState = z.enum(["off", "on", "closing"]);
export type ArweaveSyncState = z.output<typeof syncState>;

export const arweaveBucket = defineCall("GET $bucket/arweave/buckets/{name}", {
  summary: "Returns whether a bucket stores its files on Arweave, and how many files are syncing.",
  can: ["show", "arweave"],
  reply: z.object({ state: syncState, syncing: z.int() }),
});

export const syncArweaveBucket = defineCall("POST $bucket/arweave/buckets/{name}", {
  summary:
    "Turns Arweave storage for a bucket on or off. On: all current and future files are uploaded. Off: the bucket stays `closing` until queued files are uploaded.",
  can: ["edit", "arweave"],
  log: "BUCKET_SYNC_ARWEAVE",
  body: z.object({ sync: z.boolean() }),
  reply: z.object({ state: syncState }),
});

export const sendToArweave = defineCall("POST $bucket/arweave/object", {
  summary:
    "Uploads the current version of a file to Arweave, or retries a failed upload. Uploaded files are permanent.",
  can: ["edit", "arweave"],
  log: "BUCKET_SEND_TO_ARWEAVE",
  body: object,
  reply: z.object({ id: z.string() }),
});

export const stopArweave = defineCall("DELETE $bucket/arweave/object", {
  summary: "Removes a file from the upload queue. Files already on Arweave can't be deleted.",
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
  /** The transaction that contains it, if it is part of a bundle. */
  bundle: z.optional(z.string()),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
  block: z.optional(z.object({ height: z.int(), confirmations: z.int() })),
  /** Whether Arweave is the local emulator. */
  embedded: z.boolean(),
  createdAt: z.int(),
  confirmedAt: z.optional(z.int()),
  versions: z.array(z.object({ id: z.string(), state: z.enum(arweaveStates), createdAt: z.int() })),
});
export type ArweaveObjectView = z.output<typeof view>;

export const arweaveObject = defineCall("GET $bucket/arweave/object", {
  summary:
    "Returns a file's Arweave upload: the latest version, or the one with `id`, and the other versions. Null if none was uploaded.",
  can: ["show", "arweave"],
  query: z.object({ bucket: name, key, id: z.optional(z.string()) }),
  reply: z.nullable(view),
});

export const arweaveCalls = [arweaveBucket, syncArweaveBucket, sendToArweave, stopArweave, arweaveObject];
