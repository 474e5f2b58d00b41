import { sql, type RawBuilder } from "kysely";
import {
  type RpcEndpoint,
  rpcEndpoints,
  type rpcEndpointTypes,
  rpcLatency,
  rpcLogRequest,
  type RpcLogRequest,
  rpcOverview,
  type RpcRequest,
  rpcRequests,
  type RpcResult,
  rpcTopChains,
  rpcTopMethods,
  rpcTrends,
  type RpcStatType,
} from "../../../../resources/rpc/stat-calls.ts";
import { rpcFaults, type RpcLogReason } from "../../../../resources/rpc/errors.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { notFound } from "../../kernel/app-error.ts";
import { containing, countOf, onPage } from "../../kernel/calls/list-query.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { type Caller, route, type Route } from "../../kernel/calls/route.ts";
import { chartSpanOf, type ChartSpan, type SpanQuery } from "../../lib/chart-span.ts";
import type { RpcChain } from "../upstream/chains.ts";
import type { Counts } from "./counts.ts";
import { findKey } from "../keys/keys.ts";
import { rpcTopShown } from "../../../../resources/rpc/limits.ts";
import { percentileOf } from "./latency.ts";

export interface StatRoutesDeps {
  readonly counts: Pick<Counts, "flush">;
  chains(): readonly RpcChain[];
}

interface StatQuery extends SpanQuery {
  readonly chain?: string | undefined;
  readonly userKey?: string | undefined;
}

/**
 * Routes for statistics and logs of a team's keys. Pending counts are saved first, so that statistics match the bill.
 */
export const rpcStatRoutes = ({ counts, chains }: StatRoutesDeps): Route[] => {
  const scopeOf = async (db: Db, { teamId }: Caller, { userKey, chain, ...span }: StatQuery): Promise<StatScope> => {
    const keyId = userKey === undefined ? undefined : (await findKey(db, teamId, userKey)).id;
    await counts.flush();
    return { teamId, keyId, chain, span: chartSpanOf(span) };
  };
  return [
    route(rpcOverview, async ({ db, caller, query }) => readOverview(db, await scopeOf(db, caller, query))),
    route(rpcTrends, async ({ db, caller, query: { type, ...filters } }) =>
      readTrend(db, await scopeOf(db, caller, filters), type),
    ),
    route(rpcTopMethods, async ({ db, caller, query: { type, ...filters } }) =>
      readTop(db, await scopeOf(db, caller, filters), { by: "method", type }),
    ),
    route(rpcTopChains, async ({ db, caller, query: { type, ...filters } }) =>
      readTop(db, await scopeOf(db, caller, filters), { by: "chain", type }),
    ),
    route(rpcLatency, async ({ db, caller, query }) => readLatency(db, await scopeOf(db, caller, query))),
    ...resourceRoutes(rpcRequests, {
      list: async ({ db, caller, params, query: { errors, result, ...filters } }) => {
        const { id } = await findKey(db, caller.teamId, params.id);
        await counts.flush();
        return readLog(db, id, { ...filters, result: result ?? (errors === "true" ? "errors" : undefined) });
      },
    }),
    route(rpcLogRequest, async ({ db, caller, params }) => {
      const { id } = await findKey(db, caller.teamId, params.id);
      return readRequest(db, id, params.requestId);
    }),
    route(rpcEndpoints, async ({ query: { type }, origin }) => endpointsOf(chains(), type, origin)),
  ];
};

/** URLs of chains, for setting up clients. */

/** Returns the URLs; `origin` is the one of the caller's request. */
const endpointsOf = (
  chains: readonly RpcChain[],
  type: (typeof rpcEndpointTypes)[number],
  origin: string,
): RpcEndpoint[] =>
  [...Map.groupBy(chains, ({ key }) => key)].map(([key, networks]) => ({
    chain: key,
    name: networks[0]!.name,
    logo: key,
    networks: networks.map(({ network }) => network),
    url: networks.flatMap(({ id }) => addressesOf(`${origin}/v1/${id}/`, type)),
    chainIds: networks.map(({ chainId }) => chainId),
    isOwn: networks.every(({ isOwn }) => isOwn),
  }));

const addressesOf = (http: string, type: (typeof rpcEndpointTypes)[number]): string[] => {
  const socket = http.replace(/^http/, "ws");
  if (type === "ALL") return [http, socket];
  return [type === "HTTP" ? http : socket];
};

interface LogQuery {
  readonly page: number;
  readonly size: number;
  readonly result?: RpcResult | undefined;
  readonly method?: string | undefined;
  readonly chain?: string | undefined;
  readonly startAt?: number | undefined;
  readonly endAt?: number | undefined;
}

const ofResult = (result: RpcResult) => {
  const isFault = sql<boolean>`coalesce(reason, 'NODE') = any(${[...rpcFaults]}::text[])`;
  switch (result) {
    case "success":
      return sql<boolean>`error_code is null`;
    case "errors":
      return sql<boolean>`error_code is not null`;
    case "refused":
      return sql<boolean>`error_code is not null and not ${isFault}`;
    case "failed":
      return sql<boolean>`error_code is not null and ${isFault}`;
  }
};

/** Lists single requests of a key, newest first. */
const readLog = async (
  db: Db,
  keyId: string,
  { result, method, chain, startAt, endAt, ...page }: LogQuery,
): Promise<{ items: RpcRequest[]; total: number }> => {
  let lines = db.selectFrom("rpc_log").where("key_id", "=", keyId);
  if (result !== undefined) lines = lines.where(ofResult(result));
  if (method) lines = lines.where("method", "ilike", containing(method));
  if (chain !== undefined) lines = lines.where("chain", "=", chain);
  if (startAt !== undefined) lines = lines.where("at", ">=", new Date(startAt * 1000));
  if (endAt !== undefined) lines = lines.where("at", "<", new Date((endAt + 1) * 1000));
  const [rows, total] = await Promise.all([
    lines.selectAll().orderBy("id", "desc").$call(onPage(page)).execute(),
    countOf(lines),
  ]);
  return { items: rows.map(presentLine), total };
};

/** Throws NOT_FOUND, also for a successful request, of which nothing is kept. */
const readRequest = async (db: Db, keyId: string, id: string): Promise<RpcLogRequest> => {
  const row = await db
    .selectFrom("rpc_log")
    .selectAll()
    .where("key_id", "=", keyId)
    .where(sql<boolean>`id::text = ${id}`)
    .where("error_code", "is not", null)
    .executeTakeFirstOrThrow(notFound);
  const { params, origin, agent, error_data: data } = row;
  return { ...presentLine(row), params, origin, agent, data };
};

const presentLine = ({
  id,
  at,
  chain,
  method,
  error_code: code,
  error,
  reason,
  units,
  ms,
  cached,
  upstream,
}: LogRow): RpcRequest => ({
  id: String(id),
  at: Math.floor(at.getTime() / 1000),
  chain,
  method,
  code,
  error,
  reason: reason as RpcLogReason | null,
  units,
  ms,
  cached,
  upstream,
});

type LogRow = RowOf<"rpc_log">;

// Usage statistics of a team or one of its keys over a time range.

interface StatScope {
  readonly teamId: string;
  readonly keyId?: string | undefined;
  /** "polygon/mainnet". */
  readonly chain?: string | undefined;
  readonly span: ChartSpan;
}

const readOverview = async (db: Db, scope: StatScope) => {
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

const readTrend = async (db: Db, scope: StatScope, type: RpcStatType): Promise<{ x: number[]; y: number[] }> => {
  const rows = await countsIn(db, scope)
    .select([stepOf(scope.span).as("step"), sumOf(columns[type])])
    .groupBy("step")
    .execute();
  const sums = new Map(rows.map((row) => [row.step, Number(row[columns[type]])]));
  const { steps } = scope.span;
  return { x: [...steps], y: steps.map((step) => sums.get(step) ?? 0) };
};

/** Returns the highest values first, without zeros. */
const readTop = async (
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

const readLatency = async (db: Db, scope: StatScope) => {
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
const stepOf = ({ step }: ChartSpan): RawBuilder<number> =>
  sql<number>`(floor(extract(epoch from hour) / ${step}) * ${step})::float8`;

const countsIn = (db: Db, scope: StatScope) => db.selectFrom("rpc_count").where(within(scope));

const within = ({ teamId, keyId, chain, span }: StatScope): RawBuilder<boolean> => sql`
  team_id = ${teamId} and hour between to_timestamp(${span.from}) and to_timestamp(${span.until})
  and (${keyId ?? null}::uuid is null or key_id = ${keyId ?? null}::uuid)
  and (${chain ?? null}::text is null or chain = ${chain ?? null}::text)
`;
