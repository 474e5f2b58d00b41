/** Charts of a bucket: storage at the end of each hour or day, and traffic or requests within it. */
import { sql } from "kysely";
import type { Line } from "../../../../resources/bucket/bucket-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Bucket } from "./service.ts";

const hourSeconds = 3600;
const daySeconds = 86_400;
/** Longer spans use days. */
const hourlySecondsMax = 3 * daySeconds;

interface Span {
  readonly startAt: number;
  readonly endAt: number;
}

export interface Chart {
  /** Start of each subsection, in Unix seconds. */
  readonly subsections: number[];
  readonly collections: { raws: number[] }[];
}

/** Computes a chart. `startAt` and `endAt` are Unix seconds; the chart ends at the current time. */
export const chartOf = async (db: Db, bucket: Bucket, line: Line, span: Span): Promise<Chart> => {
  const endAt = Math.min(span.endAt, Math.floor(Date.now() / 1000));
  const step = endAt - span.startAt <= hourlySecondsMax ? hourSeconds : daySeconds;
  const subsections: number[] = [];
  for (let at = Math.floor(span.startAt / step) * step; at <= endAt; at += step) subsections.push(at);
  const raws =
    line === "STORAGE_LINE" ? levelsOf(db, bucket, subsections, step) : flowsOf(db, bucket, line, subsections, step);
  return { subsections, collections: [{ raws: await raws }] };
};

const levelsOf = async (db: Db, { id }: Bucket, starts: readonly number[], step: number): Promise<number[]> => {
  const { rows } = await sql<{ bytes: bigint }>`
    select coalesce(last.size_bytes, 0)::int8 as bytes
    from unnest(${[...starts]}::int8[]) with ordinality as section (start, number)
    left join lateral (
      select size_bytes from bucket_hour
      where bucket_id = ${id} and hour < to_timestamp(section.start + ${step}::int8) order by hour desc limit 1
    ) as last on true
    order by section.number
  `.execute(db);
  return rows.map(({ bytes }) => Number(bytes));
};

const flowsOf = async (
  db: Db,
  { id, teamId }: Bucket,
  line: Exclude<Line, "STORAGE_LINE">,
  starts: readonly number[],
  step: number,
): Promise<number[]> => {
  const { rows } = await sql<{ start: bigint; bytes: bigint; requests: bigint }>`
    select (floor(extract(epoch from bucket) / ${step}) * ${step})::int8 as start, sum(amount)::int8 as bytes, sum(calls)::int8 as requests
    from usage_bucket
    where team_id = ${teamId} and resource = 'TRAFFIC' and subject = ${id} and bucket >= to_timestamp(${starts[0] ?? 0})
    group by 1
  `.execute(db);
  const bySection = new Map(rows.map((row) => [Number(row.start), row]));
  return starts.map((start) => {
    const row = bySection.get(start);
    return Number((line === "TRAFFIC_USAGE_LINE" ? row?.bytes : row?.requests) ?? 0);
  });
};
