import { sql } from "kysely";
import type * as z from "zod/mini";
import { analyticsDays, analyticsTopShown, type siteAnalytics } from "../../../../resources/hosting/analytics.ts";
import type { Db } from "../../engines/database/database.ts";
import { dayOf, type TopKind } from "./save.ts";

type Analytics = Omit<z.input<typeof siteAnalytics.reply>, "hasCountries">;

const hourSeconds = 3600;
const daySeconds = 86_400;
/** Longer spans use days. */
const byHoursSeconds = 3 * daySeconds;

export interface Span {
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

/** Returns a site's analytics for a time span, with a point for each hour or day. */
export const analyticsOf = async (db: Db, projectId: string, span: Span): Promise<Analytics> => {
  const now = Math.floor(Date.now() / 1000);
  const end = Math.min(span.endAt ?? now, now);
  const start = Math.min(end, Math.max(span.startAt ?? end - 30 * daySeconds, now - analyticsDays * daySeconds));
  const stepSeconds = end - start <= byHoursSeconds ? hourSeconds : daySeconds;
  const first = Math.floor(start / stepSeconds) * stepSeconds;
  const at = sql<bigint>`(floor(extract(epoch from hour) / ${sql.lit(stepSeconds)}) * ${sql.lit(stepSeconds)})::bigint`;
  const [rows, pages, referrers, countries, missingFiles] = await Promise.all([
    db
      .selectFrom("site_hour")
      .select(({ fn }) => [
        at.as("at"),
        fn.sum<bigint>("visitors").as("visitors"),
        fn.sum<bigint>("views").as("views"),
        fn.sum<bigint>("requests").as("requests"),
        fn.sum<bigint>("missing").as("missing"),
        fn.sum<bigint>("bytes").as("bytes"),
      ])
      .where("project_id", "=", projectId)
      .where("hour", ">=", new Date(first * 1000))
      .where("hour", "<=", new Date(end * 1000))
      .groupBy(at)
      .execute(),
    ...(["page", "referrer", "country", "missing"] as const).map((kind) => topOf(db, projectId, kind, { start, end })),
  ]);
  const counts = rows.map((row) => ({
    at: Number(row.at),
    visitors: Number(row.visitors),
    views: Number(row.views),
    requests: Number(row.requests),
    missing: Number(row.missing),
    bytes: Number(row.bytes),
  }));
  const byTime = new Map(counts.map((count) => [count.at, count]));
  const sum = (name: "visitors" | "views" | "requests" | "missing" | "bytes") =>
    counts.reduce((total, count) => total + count[name], 0);
  const points: Analytics["points"] = [];
  for (let time = first; time <= end; time += stepSeconds) {
    const { visitors = 0, views = 0, requests = 0 } = byTime.get(time) ?? {};
    points.push({ at: time, visitors, views, requests });
  }
  return {
    visitors: sum("visitors"),
    views: sum("views"),
    requests: sum("requests"),
    missing: sum("missing"),
    bytes: sum("bytes"),
    stepSeconds,
    points,
    pages: pages!,
    referrers: referrers!,
    countries: countries!,
    missingFiles: missingFiles!,
  };
};

const topOf = async (
  db: Db,
  projectId: string,
  kind: TopKind,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Analytics["pages"]> => {
  const rows = await db
    .selectFrom("site_top")
    .select(({ fn }) => ["value", fn.sum<bigint>("count").as("count")])
    .where("project_id", "=", projectId)
    .where("kind", "=", kind)
    .where("day", ">=", dayOf(new Date(start * 1000)))
    .where("day", "<=", dayOf(new Date(end * 1000)))
    .groupBy("value")
    .orderBy("count", "desc")
    .orderBy("value")
    .limit(analyticsTopShown)
    .execute();
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
};
