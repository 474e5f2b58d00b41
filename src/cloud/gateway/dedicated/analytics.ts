import { sql } from "kysely";
import type * as z from "zod/mini";
import type { gatewayAnalytics } from "../../../../resources/gateway/gateway-calls.ts";
import { gatewayAnalyticsDays, gatewayTopShown } from "../../../../resources/gateway/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import type { TopKind } from "./counts.ts";
import { dayOf } from "./write-counts.ts";

export type Analytics = z.input<typeof gatewayAnalytics.reply>;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Longer spans use days. */
const BY_HOURS_SECONDS = 3 * DAY_SECONDS;

export interface Span {
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

/** Returns a gateway's analytics for a time span, with a point for each hour or day. */
export const analyticsOf = async (db: Db, gatewayId: string, span: Span): Promise<Analytics> => {
  const { start, end } = boundsOf(span);
  const stepSeconds = end - start <= BY_HOURS_SECONDS ? HOUR_SECONDS : DAY_SECONDS;
  const first = Math.floor(start / stepSeconds) * stepSeconds;
  const [found, cids, referers, agents, statuses] = await Promise.all([
    pointsOf(db, gatewayId, { first, end, stepSeconds }),
    topOf(db, gatewayId, "cid", { start, end }),
    topOf(db, gatewayId, "referer", { start, end }),
    topOf(db, gatewayId, "agent", { start, end }),
    topOf(db, gatewayId, "status", { start, end }),
  ]);
  const byTime = new Map(found.map((point) => [point.at, point]));
  const points: Analytics["points"] = [];
  for (let at = first; at <= end; at += stepSeconds) points.push(byTime.get(at) ?? { at, requests: 0, bytes: 0 });
  const requests = points.reduce((sum, point) => sum + point.requests, 0);
  const bytes = points.reduce((sum, point) => sum + point.bytes, 0);
  return { requests, bytes, stepSeconds, points, cids, referers, agents, statuses };
};

/** Limits the span to the retention period and the current time. */
const boundsOf = ({ startAt, endAt }: Span): { start: number; end: number } => {
  const now = Math.floor(Date.now() / 1000);
  const end = Math.min(endAt ?? now, now);
  const oldest = now - gatewayAnalyticsDays * DAY_SECONDS;
  const start = Math.max(startAt ?? end - 30 * DAY_SECONDS, oldest);
  return { start: Math.min(start, end), end };
};

const pointsOf = async (
  db: Db,
  gatewayId: string,
  { first, end, stepSeconds }: { first: number; end: number; stepSeconds: number },
): Promise<Analytics["points"]> => {
  const at = sql<bigint>`(floor(extract(epoch from hour) / ${sql.lit(stepSeconds)}) * ${sql.lit(stepSeconds)})::bigint`;
  const rows = await db
    .selectFrom("gateway_hour")
    .select(({ fn }) => [at.as("at"), fn.sum<bigint>("requests").as("requests"), fn.sum<bigint>("bytes").as("bytes")])
    .where("gateway_id", "=", gatewayId)
    .where("hour", ">=", new Date(first * 1000))
    .where("hour", "<=", new Date(end * 1000))
    .groupBy(at)
    .execute();
  return rows.map((row) => ({ at: Number(row.at), requests: Number(row.requests), bytes: Number(row.bytes) }));
};

const topOf = async (
  db: Db,
  gatewayId: string,
  kind: TopKind,
  { start, end }: { start: number; end: number },
): Promise<Analytics["cids"]> => {
  const rows = await db
    .selectFrom("gateway_top")
    .select(({ fn }) => ["value", fn.sum<bigint>("requests").as("requests"), fn.sum<bigint>("bytes").as("bytes")])
    .where("gateway_id", "=", gatewayId)
    .where("kind", "=", kind)
    .where("day", ">=", dayOf(new Date(start * 1000)))
    .where("day", "<=", dayOf(new Date(end * 1000)))
    .groupBy("value")
    .orderBy("requests", "desc")
    .orderBy("value")
    .limit(gatewayTopShown)
    .execute();
  return rows.map(({ value, requests, bytes }) => ({ value, requests: Number(requests), bytes: Number(bytes) }));
};
