/** What statements are made of, as both programs name it; the calls stand in record-calls.ts and analytics-calls.ts. */
import { meteredResources } from "../limits.ts";

/** What LAND is spent on: what is metered, and rollups, which have a fixed price for a time. */
export const billedResources = [...meteredResources, "RAAS"] as const;
export type BilledResource = (typeof billedResources)[number];

/**
 * What a movement of the balance was. DEPOSIT: paid in. TAKEN_BACK: a chain took a payment back, or it was paid back. GIVEN: by the cloud, as a bonus or
 * a voucher. CORRECTION: by those who run the cloud. USAGE: an hour's use of a resource, or a rollup. REPAID: of what was owed.
 */
export const transactionTypes = ["DEPOSIT", "TAKEN_BACK", "GIVEN", "CORRECTION", "USAGE", "REPAID"] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Over which time use is shown, and by which step: a day's hours, a month's days, a year's months. All in UTC. */
export const analyticsTypes = ["HOUR", "DAY", "MONTH"] as const;
export type AnalyticsType = (typeof analyticsTypes)[number];

/** What used it: a thing of one of these kinds, the team as a whole, or what was deleted, all together. */
export const subjectKinds = ["PROJECT", "BUCKET", "GATEWAY", "ROLLUP", "RPC_KEY", "AI_KEY", "TEAM", "DELETED"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Things listed one by one; what the rest used is summed up. */
export const subjectsShownMax = 20;
/** Lines of one exported file of transactions. */
export const transactionExportMax = 50_000;
/** Rows a page of the records. */
export const recordsPageSize = 20;
