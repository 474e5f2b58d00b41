/** AR history: each version of a file that is stored, in progress or failed. */
import { uuidPattern } from "../declare/patterns.ts";
import * as z from "zod/mini";
import { defineResource } from "../declare/define.ts";
import { bytes, date, id, optional, status, text } from "../declare/fields.ts";
import { hash } from "../declare/special-fields.ts";

export const arweaveStates = ["syncing", "synced", "timeout", "failure"] as const;
export type ArweaveState = (typeof arweaveStates)[number];

/** Socket event to the team: its AR history changed. */
export const arweaveEvent = "ARWEAVE_CHANGED";

export const arweave = defineResource({
  name: "arweave",
  title: "AR history",
  noun: "Arweave upload",
  group: "Bucket",
  access: "BUCKET",
  menu: { section: "Storage", icon: "history" },
  routes: { list: "/bucket/arweave", show: "/bucket/arweave/*" },
  calls: { list: "GET $bucket/arweave/objects" },
  fields: {
    id: id(),
    bucket: text("Bucket"),
    key: text("File", { max: 1024 }),
    state: status("State", arweaveStates, {
      syncing: "Syncing",
      synced: "Synced",
      timeout: "Timed out",
      failure: "Failed",
    }),
    /** Arweave id, once signed. */
    hash: optional(hash("Hash")),
    /** Gateway URL, once stored. */
    url: optional(text("Address", { max: 2000 })),
    cid: text("CID"),
    sizeBytes: bytes("Size"),
    /** Why the upload failed. */
    reason: optional(text("Reason", { max: 2000 })),
    createdAt: date("Queued"),
  },
  list: {
    columns: {
      key: {},
      state: { width: "9rem" },
      hash: { width: "14rem" },
      sizeBytes: { width: "7rem", wideOnly: true },
      createdAt: { width: "12.5rem", wideOnly: true },
    },
    search: "key",
    filters: ["state"],
    live: arweaveEvent,
    empty: {
      title: "No Arweave uploads yet",
      text: "Turn on Arweave for a bucket or a file to store its versions permanently.",
    },
  },
  /** `key`: part of the file name, same as `keyword`. `cursor`: id of the row before the page. */
  listQuery: z.object({
    key: z.optional(z.string().check(z.maxLength(1024))),
    cursor: z.optional(z.string().check(z.regex(uuidPattern))),
  }),
});
