/** Rules of a bucket about its files and their versions: versioning, object lock and lifecycle. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { objectKeyBytesMax } from "./limits.ts";

export const retentionModes = ["GOVERNANCE", "COMPLIANCE"] as const;
export type RetentionMode = (typeof retentionModes)[number];

export const lifecycleRulesMax = 1000;
const ruleIdMax = 255;
const keptMax = 100;
const daysMax = 36_500;

const days = z.optional(z.int().check(z.gte(1, "Enter at least 1 day."), z.lte(daysMax)));
const size = z.optional(z.int().check(z.gte(0)));

/** One lifecycle rule. All given conditions must hold; without any, it applies to the whole bucket. */
export const lifecycleRule = z
  .object({
    /** Unique within the bucket. */
    id: z.string().check(z.minLength(1), z.maxLength(ruleIdMax)),
    enabled: z.boolean(),
    prefix: z.optional(z.string().check(z.maxLength(objectKeyBytesMax))),
    tags: z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(128)), z.string().check(z.maxLength(256)))),
    /** Bytes; files must be larger, or smaller. */
    sizeAbove: size,
    sizeBelow: size,
    /** Deletes current files this many days after they were written, or all on a date (midnight UTC). */
    expireDays: days,
    expireDate: z.optional(
      z.string().check(z.regex(/^\d{4}-\d\d-\d\dT00:00:00(\.000)?Z$/, "Enter a date at midnight UTC.")),
    ),
    /** Deletes delete markers that hide no version. */
    expireMarkers: z.optional(z.boolean()),
    /** Deletes versions this many days after they became noncurrent, except the newest `noncurrentKept` noncurrent ones. */
    noncurrentDays: days,
    noncurrentKept: z.optional(z.int().check(z.gte(1), z.lte(keptMax))),
    /** Aborts uploads this many days after they started. */
    abortDays: days,
  })
  .check(
    z.superRefine((rule, context) => {
      const message = ruleProblem(rule);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  );
export type LifecycleRule = z.output<typeof lifecycleRule>;

/** Returns why a combination of conditions and actions is invalid, as S3 defines it; undefined if it is valid. */
const ruleProblem = (rule: {
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly sizeAbove?: number | undefined;
  readonly sizeBelow?: number | undefined;
  readonly expireDays?: number | undefined;
  readonly expireDate?: string | undefined;
  readonly expireMarkers?: boolean | undefined;
  readonly noncurrentDays?: number | undefined;
  readonly noncurrentKept?: number | undefined;
  readonly abortDays?: number | undefined;
}): string | undefined => {
  const { tags = {}, sizeAbove, sizeBelow, expireDays, expireDate, expireMarkers, noncurrentDays, abortDays } = rule;
  const hasTags = Object.keys(tags).length > 0;
  const expires = expireDays !== undefined || expireDate !== undefined;
  if (!expires && !expireMarkers && noncurrentDays === undefined && abortDays === undefined)
    return "Choose at least one action for each rule.";
  if (expireDays !== undefined && expireDate !== undefined) return "Delete files after days or on a date, not both.";
  if (expireMarkers && expires) return "A rule that deletes files also removes expired delete markers. Choose one.";
  if (rule.noncurrentKept !== undefined && noncurrentDays === undefined)
    return "Enter the days after which noncurrent versions are deleted.";
  if (hasTags && (expireMarkers || abortDays !== undefined))
    return "A rule with tags can't apply to delete markers or incomplete uploads.";
  if ((sizeAbove !== undefined || sizeBelow !== undefined) && (expireMarkers || abortDays !== undefined))
    return "A rule with sizes can't apply to delete markers or incomplete uploads.";
  if (sizeAbove !== undefined && sizeBelow !== undefined && sizeAbove >= sizeBelow)
    return "The minimum size must be below the maximum.";
  return undefined;
};

export const lifecycleRules = z.array(lifecycleRule).check(
  z.maxLength(lifecycleRulesMax),
  z.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "Each rule needs its own name."),
);

const rules = z.object({ rules: lifecycleRules });

/** What a lifecycle rule deletes. */
export const lifecycleKinds = ["file", "version", "marker", "upload"] as const;
export type LifecycleKind = (typeof lifecycleKinds)[number];

const preview = z.object({
  /** Start of the next run, in Unix seconds. */
  runsAt: z.int(),
  files: z.int(),
  versions: z.int(),
  markers: z.int(),
  uploads: z.int(),
  /** Bytes of the files and versions. In a versioned bucket, files are kept as versions. */
  bytes: z.int(),
  /** The first ones of each kind, by key. */
  list: z.array(
    z.object({
      kind: z.enum(lifecycleKinds),
      key: z.string(),
      versionId: z.optional(z.string()),
      size: z.int(),
    }),
  ),
});
export type LifecyclePreview = z.output<typeof preview>;

export const showLifecycle = defineCall("GET $bucket/buckets/{name}/lifecycle", {
  summary: "Returns a bucket's lifecycle rules.",
  can: ["list", "buckets"],
  reply: rules,
});

export const previewLifecycle = defineCall("POST $bucket/buckets/{name}/lifecycle/preview", {
  summary: "Returns what these lifecycle rules would delete at the next run. Deletes nothing.",
  can: ["list", "buckets"],
  log: false,
  body: rules,
  reply: preview,
});

export const bucketRuleCalls = [showLifecycle, previewLifecycle];
