import {
  type RpcEndpoint,
  rpcEndpoints,
  type rpcEndpointTypes,
  rpcKeyLog,
  rpcLatency,
  type RpcLogLine,
  rpcOverview,
  rpcTopChains,
  rpcTopMethods,
  rpcTrends,
} from "../../../../resources/rpc/stat-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { type Caller, route, type Route } from "../route.ts";
import type { RpcChain } from "./chains.ts";
import type { Counts } from "./counts.ts";
import { findKey } from "./keys.ts";
import { readLatency, readOverview, readTop, readTrend, type StatScope } from "./read-stats.ts";
import { type SpanQuery, statSpanOf } from "./stat-span.ts";

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
    return { teamId, keyId, chain, span: statSpanOf(span) };
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
    route(rpcKeyLog, async ({ db, caller, params, query: { errors, ...filters } }) => {
      const { id } = await findKey(db, caller.teamId, params.id);
      await counts.flush();
      return readLog(db, id, { ...filters, errorsOnly: errors === "true" });
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

/** Lists single requests of a key, newest first. */
interface LogQuery {
  readonly page: number;
  readonly size: number;
  readonly errorsOnly: boolean;
  readonly chain?: string | undefined;
}

const readLog = async (
  db: Db,
  keyId: string,
  { page, size, errorsOnly, chain }: LogQuery,
): Promise<{ items: RpcLogLine[]; total: number }> => {
  let lines = db.selectFrom("rpc_log").where("key_id", "=", keyId);
  if (errorsOnly) lines = lines.where("error_code", "is not", null);
  if (chain !== undefined) lines = lines.where("chain", "=", chain);
  const { total } = await lines.select(({ fn }) => fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  const rows = await lines
    .selectAll()
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items = rows.map(({ id, at, chain, method, error_code: code, error, units, ms, cached, upstream }) => ({
    id: String(id),
    at: Math.floor(at.getTime() / 1000),
    chain,
    method,
    code,
    error,
    units,
    ms,
    cached,
    upstream,
  }));
  return { items, total: Number(total) };
};
