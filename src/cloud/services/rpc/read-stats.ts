/** Usage statistics of a team or one of its keys over a time range. */
import { sql, type RawBuilder } from "kysely";
import type { RpcStatType } from "../../../../resources/rpc/stat-calls.ts";
import { rpcTopShown } from "../../../../resources/rpc/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { percentileOf } from "./latency.ts";
import type { StatSpan } from "./stat-span.ts";

export interface StatScope {
  readonly teamId: string;
  readonly keyId?: string | undefined;
  /** "polygon/mainnet". */
  readonly chain?: string | undefined;
  readonly span: StatSpan;
}

export const readOverview = async (db: Db, scope: StatScope) => {
  const { units, requests, errors, cached } = await countsIn(db, scope)
    .select([sumOf("units"), sumOf("requests"), sumOf("errors"), sumOf("cached")])
    .executeTakeFirstOrThrow();
  return {
    usage: Number(units),
    requests: Number(requests),
    rate: requests === 0n ? 1 : 1 - Number(errors) / Number(requests),
    errors: Number(errors),
    cached: requests === 0n ? 0 : Number(cached) / Number(requests),
  };
};

export const readTrend = async (db: Db, scope: StatScope, type: RpcStatType): Promise<{ x: number[]; y: number[] }> => {
  const rows = await countsIn(db, scope)
    .select([stepOf(scope.span).as("step"), sumOf(columns[type])])
    .groupBy("step")
    .execute();
  const sums = new Map(rows.map((row) => [row.step, Number(row[columns[type]])]));
  const { steps } = scope.span;
  return { x: [...steps], y: steps.map((step) => sums.get(step) ?? 0) };
};

/** Returns the highest values first, without zeros. */
export const readTop = async (
  db: Db,
  scope: StatScope,
  { by, type }: { readonly by: "method" | "chain"; readonly type: RpcStatType },
): Promise<{ x: string[]; y: number[] }> => {
  const column = columns[type];
  const rows = await countsIn(db, scope)
    .select([by, sumOf(column)])
    .groupBy(by)
    .having(sql<boolean>`sum(${sql.ref(column)}) > 0`)
    .orderBy(column, "desc")
    .orderBy(by)
    .limit(rpcTopShown)
    .execute();
  return { x: rows.map((row) => row[by]), y: rows.map((row) => Number(row[column])) };
};

export const readLatency = async (db: Db, scope: StatScope) => {
  const rows = await db
    .selectFrom("rpc_latency")
    .where(within(scope))
    .select(["chain", "bucket", stepOf(scope.span).as("step"), sumOf("requests")])
    .groupBy(["chain", "bucket", "step"])
    .execute();
  const timed = rows.map((row) => ({ ...row, requests: Number(row.requests) }));
  const chains = Map.groupBy(timed, ({ chain }) => chain);
  const steps = Map.groupBy(timed, ({ step }) => step);
  return {
    ...percentilesOf(timed),
    chains: [...chains]
      .map(([chain, of]) => ({ chain, ...percentilesOf(of) }))
      .toSorted((a, b) => b.requests - a.requests || a.chain.localeCompare(b.chain)),
    x: [...scope.span.steps],
    y: scope.span.steps.map((step) => (steps.has(step) ? percentilesOf(steps.get(step)!) : null)),
  };
};

const columns = { REQUESTS: "requests", CU: "units" } as const;

type Bucketed = Parameters<typeof percentileOf>[0];
const percentilesOf = (rows: Bucketed) => ({
  requests: rows.reduce((sum, { requests }) => sum + requests, 0),
  p50: percentileOf(rows, 0.5),
  p95: percentileOf(rows, 0.95),
  p99: percentileOf(rows, 0.99),
});

type Column = "units" | "requests" | "errors" | "cached";
const sumOf = <const C extends Column>(column: C) => sql<bigint>`coalesce(sum(${sql.ref(column)}), 0)::int8`.as(column);

/** Returns the start of the step of a row's hour, in Unix seconds. */
const stepOf = ({ step }: StatSpan): RawBuilder<number> =>
  sql<number>`(floor(extract(epoch from hour) / ${step}) * ${step})::float8`;

const countsIn = (db: Db, scope: StatScope) => db.selectFrom("rpc_count").where(within(scope));

const within = ({ teamId, keyId, chain, span }: StatScope): RawBuilder<boolean> => sql`
  team_id = ${teamId} and hour between to_timestamp(${span.from}) and to_timestamp(${span.until})
  and (${keyId ?? null}::uuid is null or key_id = ${keyId ?? null}::uuid)
  and (${chain ?? null}::text is null or chain = ${chain ?? null}::text)
`;
