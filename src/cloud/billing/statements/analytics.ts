/** Usage over time and by consumer, settled and unsettled. */
import type { appAnalytics, LandUsed, UsageItem } from "../../../../resources/billing/analytics-calls.ts";
import { subjectsShownMax, type AnalyticsType, type SubjectKind } from "../../../../resources/billing/records.ts";
import type * as z from "zod/mini";
import type { MeteredResource } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { landFor, priceAt } from "../ledger/charges/calculate-charges.ts";
import { microsOf, microsPerSecond, nextMonthOf } from "../ledger/charges/moments.ts";
import { pricesBetween } from "../ledger/charges/prices.ts";
import type { Price } from "../ledger/usage/facts.ts";
import { periodOf, readSpent, sumSpent, type Spent } from "../ledger/charges/spent.ts";
import type { Usage } from "../ledger/usage/usage.ts";
import { sql } from "kysely";
import { isUuid } from "../../kernel/uuid.ts";

type Metered = Pick<Usage, "withWaiting">;
type AppUse = z.input<typeof appAnalytics.reply>[number];

const dayMs = 86_400_000;
const recentDays = 30;

/** Each service's usage on each of the last 30 days. */
export const appUse = async (db: Db, usage: Metered, teamId: string, resource: MeteredResource): Promise<AppUse[]> => {
  const today = periodOf(new Date(), "DAY").getTime();
  const span = { since: new Date(today - (recentDays - 1) * dayMs), until: new Date(today + dayMs) };
  const rows = sumSpent(
    await readSpent(db, usage, teamId, { ...span, resource, step: "DAY" }),
    ({ service, at }) => `${service} ${at}`,
  );
  const totals = new Map<string, bigint>();
  return rows.toSorted(inOrder).map(({ service, at, used }) => {
    const total = (totals.get(service) ?? 0n) + used;
    totals.set(service, total);
    return { appType: service, resourceConsume: used.toString(), statistics: total.toString(), timestamp: at };
  });
};

/** Each resource's usage and cost in each hour of a day, day of a month, or month of a year. */
export const landUsed = async (
  db: Db,
  usage: Metered,
  teamId: string,
  { analyticsType, timestamp }: { readonly analyticsType: AnalyticsType; readonly timestamp?: number | undefined },
): Promise<LandUsed[]> => {
  const moment = timestamp === undefined ? new Date() : new Date(timestamp * 1000);
  const span = spanOf(moment, analyticsType);
  const rows = await readSpent(db, usage, teamId, { ...span, step: analyticsType });
  const prices = await pricesBetween(db, microsOf(span.since), microsOf(span.until));
  return sumSpent(rows, ({ resource, at }) => `${resource} ${at}`)
    .toSorted(inOrder)
    .map((row) => ({
      timestamp: row.at,
      resourceType: row.resource,
      landUsed: row.land.toString(),
      landCovered: coveredOf(row, prices).toString(),
      resourceUsed: row.used.toString(),
      message: describePayment(row),
    }));
};

/** Returns the value in LAND×1e18 of what packages covered, at the price that started the period. */
const coveredOf = ({ resource, at, fromPackages }: Spent, prices: readonly Price[]): bigint => {
  if (resource === "RAAS") return 0n;
  const moment = BigInt(at) * microsPerSecond;
  const scale = resource === "IPFS_STORAGE" ? microsPerSecond : 1n;
  return landFor(priceAt(prices, resource, moment), fromPackages * scale);
};

interface UsageQuery {
  readonly resourceType?: MeteredResource | undefined;
  readonly by: "SERVICE" | "SUBJECT" | "DAY";
  /** Unix seconds, inclusive; default: the last 30 days. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Consumers of a resource, or of LAND for all resources. */
export const usageBy = async (
  db: Db,
  usage: Metered,
  teamId: string,
  { resourceType, by, since, until }: UsageQuery,
) => {
  const now = Math.floor(Date.now() / 1000);
  const rows = await readSpent(db, usage, teamId, {
    since: new Date((since ?? now - (recentDays * dayMs) / 1000) * 1000),
    until: new Date(((until ?? now) + 1) * 1000),
    resource: resourceType,
    step: "DAY",
    bySubject: by === "SUBJECT",
  });
  const subjectOf =
    by === "SUBJECT" ? await subjectsOf(db, teamId, [...new Set(rows.map((row) => row.subject))]) : undefined;
  const keyOf = (row: Spent): string => {
    if (!subjectOf) return String(by === "DAY" ? row.at : row.service);
    return subjectOf(row.subject).kind === "DELETED" ? "deleted" : row.subject;
  };
  const sums = sumSpent(rows, keyOf).toSorted(by === "DAY" ? inOrder : most);
  const shownMax = subjectOf ? subjectsShownMax : sums.length;
  const [top, rest] = [sums.slice(0, shownMax), sums.slice(shownMax)];
  const amountsOf = ({ used, fromPackages, land }: Amounts) => ({
    used: (resourceType ? used : 0n).toString(),
    fromPackages: (resourceType ? fromPackages : 0n).toString(),
    land: land.toString(),
  });
  const items = top.map((row): UsageItem => {
    const subject = subjectOf?.(row.subject) ?? { title: titleOf(row, by) };
    return { key: keyOf(row), ...subject, ...amountsOf(row) };
  });
  const others = rest.length === 0 ? null : { count: rest.length, ...amountsOf(totalOf(rest)) };
  return { items, others, isOpen: sums.some(({ isOpen }) => isOpen) };
};

type Amounts = Pick<Spent, "used" | "fromPackages" | "land">;

const totalOf = (rows: readonly Spent[]): Amounts => sumSpent(rows, () => "")[0]!;

const titleOf = ({ service, at }: Spent, by: "SERVICE" | "SUBJECT" | "DAY"): string =>
  by === "DAY" ? new Date(at * 1000).toISOString().slice(0, 10) : service;

/** The day, month or year that contains a moment. */
const spanOf = (moment: Date, type: AnalyticsType): { since: Date; until: Date } => {
  if (type === "HOUR") {
    const since = periodOf(moment, "DAY");
    return { since, until: new Date(since.getTime() + dayMs) };
  }
  if (type === "DAY") return { since: periodOf(moment, "MONTH"), until: nextMonthOf(moment) };
  const year = moment.getUTCFullYear();
  return { since: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) };
};

const describePayment = ({ used, fromPackages, isOpen }: Spent): string => {
  const paid = describeSource(used, fromPackages);
  return isOpen ? `${paid} Partly unsettled.` : paid;
};

const describeSource = (used: bigint, fromPackages: bigint): string => {
  if (fromPackages >= used) return "Paid by your packages.";
  return fromPackages > 0n ? "Paid partly by your packages, the rest in LAND." : "Paid in LAND.";
};

const inOrder = (a: Spent, b: Spent): number =>
  a.at - b.at || a.resource.localeCompare(b.resource) || a.service.localeCompare(b.service);
const most = (a: Spent, b: Spent): number =>
  Number(b.land > a.land) - Number(b.land < a.land) || Number(b.used > a.used) - Number(b.used < a.used);

/** Display names of the items that used a resource. */
interface Subject {
  readonly kind: SubjectKind;
  readonly title: string;
}

/** By id; unknown ids count as deleted, and an empty id is the whole team. */
const subjectsOf = async (db: Db, teamId: string, ids: readonly string[]): Promise<(id: string) => Subject> => {
  const { rows } = await sql<{ id: string; kind: SubjectKind; title: string }>`
    with asked as (select id::uuid from unnest(${ids.filter(isUuid)}::text[]) as asked (id))
    select id::text, 'PROJECT' as kind, name as title from project join asked using (id) where team_id = ${teamId}
    union all select id::text, 'BUCKET', name from bucket join asked using (id) where team_id = ${teamId}
    union all select id::text, 'GATEWAY', name from gateway join asked using (id) where team_id = ${teamId}
    union all select id::text, 'ROLLUP', name from rollup join asked using (id) where team_id = ${teamId}
    union all select id::text, 'RPC_KEY', name from rpc_key join asked using (id) where team_id = ${teamId}
    union all select id::text, 'AI_KEY', name from ai_key join asked using (id) where team_id = ${teamId}
  `.execute(db);
  const byId = new Map(rows.map(({ id, kind, title }) => [id, { kind, title }]));
  return (id) => byId.get(id) ?? (id === "" ? wholeTeam : deleted);
};

const wholeTeam: Subject = { kind: "TEAM", title: "Entire team" };
const deleted: Subject = { kind: "DELETED", title: "Deleted items" };
