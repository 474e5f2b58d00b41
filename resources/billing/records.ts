/** Constants of statements, shared by server and dashboard. Calls are in record-calls.ts and analytics-calls.ts. */
import { meteredResources } from "../limits.ts";

/** Expenses in LAND: metered usage, and rollups, which have a fixed price for a period. */
export const billedResources = [...meteredResources, "RAAS"] as const;
export type BilledResource = (typeof billedResources)[number];

/**
 * Kinds of balance movements. DEPOSIT: a deposit. TAKEN_BACK: a reversed or refunded payment. GIVEN: a bonus or
 * voucher. CORRECTION: by the operator. USAGE: an hour's use of a resource, or a rollup. REPAID: repaid debt. MERGED:
 * between this account and one merged into it.
 */
export const transactionTypes = ["DEPOSIT", "TAKEN_BACK", "GIVEN", "CORRECTION", "USAGE", "REPAID", "MERGED"] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Range and step of usage charts: a day by hours, a month by days, a year by months. All in UTC. */
export const analyticsTypes = ["HOUR", "DAY", "MONTH"] as const;
export type AnalyticsType = (typeof analyticsTypes)[number];

/** What used it: an item of one of these kinds, the team as a whole, or all deleted items together. */
export const subjectKinds = ["PROJECT", "BUCKET", "GATEWAY", "ROLLUP", "RPC_KEY", "AI_KEY", "TEAM", "DELETED"] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Number of items listed. The rest are summed up. */
export const subjectsShownMax = 20;
/** Maximum lines of an exported transactions file. */
export const transactionExportMax = 50_000;
/** Rows on a page of the records. */
export const recordsPageSize = 20;
