import {
  rpcEndpoints,
  rpcKeyLog,
  rpcLatency,
  rpcOverview,
  rpcTopChains,
  rpcTopMethods,
  rpcTrends,
} from "../../../../resources/rpc/stat-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { route, type Caller, type Route } from "../route.ts";
import type { RpcChain } from "./chains.ts";
import type { Counts } from "./counts.ts";
import { endpointsOf } from "./endpoints.ts";
import { findKey } from "./keys.ts";
import { readLog } from "./read-log.ts";
import { readLatency, readOverview, readTop, readTrend, type StatScope } from "./read-stats.ts";
import { statSpanOf, type SpanQuery } from "./stat-span.ts";

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
