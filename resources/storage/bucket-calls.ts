/** A bucket's statistics and search, and background work: deleting folders and downloading several files. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { folderFilesMax, objectKeyBytesMax, searchPageMax } from "./limits.ts";
import { largeBodyBytesMax } from "../limits.ts";

const overview = z.object({
  storageUsage: z.int(),
  trafficPast30d: z.int(),
  visitsPast30d: z.int(),
  files: z.int(),
  incompleteUploads: z.int(),
});
export type Overview = z.output<typeof overview>;

export const bucketOverview = defineCall("GET $bucket/bi/overview/{bucket}", {
  summary: "Returns a bucket's storage, traffic (bytes) and visits for the past 30 days.",
  can: ["list", "buckets"],
  reply: overview,
});

export const contentVisibility = defineCall("GET $bucket/content/{cid}", {
  summary: "Returns whether the team's content with this CID is public. Returns not found for other content.",
  can: ["list", "buckets"],
  reply: z.object({ public: z.boolean() }),
});

export const lines = ["STORAGE_LINE", "TRAFFIC_USAGE_LINE", "REQUESTS_LINE"] as const;
export type Line = (typeof lines)[number];

const seconds = z.coerce.number().check(z.int(), z.gte(0));
const spanSecondsMax = 400 * 86_400;

export const bucketChart = defineCall("GET $bucket/bi/charts/line", {
  summary:
    "Returns a bucket's storage, traffic (bytes) or visits over time: hourly for up to three days, otherwise daily.",
  can: ["list", "buckets"],
  query: z.object({ type: z.enum(lines), startAt: seconds, endAt: seconds, bucket: z.string() }).check(
    z.refine(({ startAt, endAt }) => startAt <= endAt && endAt - startAt <= spanSecondsMax, {
      path: ["endAt"],
      error: "Select a range of up to 400 days.",
    }),
  ),
  reply: z.object({
    /** Start of each hour or day, in Unix seconds. */
    subsections: z.array(z.int()),
    collections: z.array(z.object({ raws: z.array(z.number()) })),
  }),
});

const prefix = z.string().check(z.maxLength(objectKeyBytesMax));
/** "true" and "false" in a query. */
const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((text) => text === "true"),
);

export const sorts = ["name", "size", "time"] as const;
export type ObjectSort = (typeof sorts)[number];

const found = z.object({
  key: z.string(),
  cid: z.string(),
  size: z.int(),
  etag: z.string(),
  contentType: z.optional(z.string()),
  modifiedAt: z.int(),
});
export type FoundObject = z.output<typeof found>;

export const searchObjects = defineCall("GET $bucket/objects/search", {
  summary: "Searches a bucket's files by name below a prefix, sorted. Includes subfolders unless `deep` is false.",
  can: ["list", "buckets"],
  query: z.object({
    bucket: z.string(),
    prefix: z._default(prefix, ""),
    keyword: z._default(z.string().check(z.maxLength(255)), ""),
    deep: z._default(flag, true),
    sort: z._default(z.enum(sorts), "name"),
    order: z._default(z.enum(["asc", "desc"]), "asc"),
    cursor: z.optional(z.string()),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(searchPageMax)), 100),
  }),
  reply: z.object({
    list: z.array(found),
    page: z.object({ next: z.optional(z.string()), hasNext: z.boolean() }),
  }),
});

export const folderSize = defineCall("GET $bucket/objects/folder-size", {
  summary: `Returns the number of files below a folder and their total bytes. Counts up to ${folderFilesMax.toLocaleString("en")} files.`,
  can: ["list", "buckets"],
  query: z.object({
    bucket: z.string(),
    prefix: prefix.check(z.refine((text) => text.endsWith("/"), "A folder path must end with a slash.")),
  }),
  reply: z.object({
    files: z.int(),
    bytes: z.int(),
    /** The folder has more files than were counted. */
    hasMore: z.boolean(),
  }),
});
export type FolderSize = z.output<typeof folderSize.reply>;

export const removalStates = ["waiting", "running", "done", "stopped"] as const;

const removal = z.object({
  id: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  state: z.enum(removalStates),
  /** Files at the start, and files removed since. */
  total: z.int(),
  removed: z.int(),
});
export type Removal = z.output<typeof removal>;

export const deleteFolder = defineCall("POST $bucket/objects/delete-folder", {
  summary:
    "Deletes every file below a prefix that ends with a slash. An empty prefix deletes all files in the bucket. Runs in the background.",
  can: ["delete", "buckets"],
  log: "BUCKET_DELETE_FOLDER",
  body: z.object({
    bucket: z.string(),
    prefix: prefix.check(z.refine((text) => text === "" || text.endsWith("/"), "A folder path must end with a slash.")),
    /** Permanently deletes all versions, except locked ones. Otherwise a versioned bucket keeps them. */
    versions: z._default(z.boolean(), false),
  }),
  reply: removal,
});

export const showRemoval = defineCall("GET $bucket/objects/delete-folder/{id}", {
  summary: "Returns the progress of deleting a folder.",
  can: ["list", "buckets"],
  reply: removal,
});

export const stopRemoval = defineCall("DELETE $bucket/objects/delete-folder/{id}", {
  summary: "Stops deleting a folder and keeps the remaining files. Has no effect once deletion is complete.",
  can: ["delete", "buckets"],
  log: false,
  reply: removal,
});

export const downloadFormats = ["zip", "car"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

export const createDownload = defineCall("POST $bucket/downloads", {
  summary: "Returns a single-use URL to download files and folders together, valid for five minutes.",
  can: ["list", "buckets"],
  log: false,
  bodyBytesMax: 2 * largeBodyBytesMax,
  body: z
    .object({
      bucket: z.string(),
      /** Folder that the download is relative to: files keep the rest of their keys as paths. */
      base: z._default(prefix, ""),
      keys: z._default(z.array(z.string()).check(z.maxLength(1000)), []),
      prefixes: z._default(z.array(prefix).check(z.maxLength(1000)), []),
      format: z._default(z.enum(downloadFormats), "zip"),
    })
    .check(
      z.refine(({ keys, prefixes }) => keys.length + prefixes.length > 0, {
        path: ["keys"],
        error: "Select a file or folder.",
      }),
    ),
  /** Root-relative. */
  reply: z.object({ url: z.string(), expiresAt: z.int() }),
});

export const bucketCalls = [
  bucketOverview,
  contentVisibility,
  bucketChart,
  searchObjects,
  folderSize,
  deleteFolder,
  showRemoval,
  stopRemoval,
  createDownload,
];
