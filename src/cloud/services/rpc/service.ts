/** The RPC service: JSON-RPC of chains with keys per team, metered, rate limited, and with failover between nodes. */
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import type { Route } from "../route.ts";
import { createSecretBox } from "../secret-box.ts";
import type { Unlocks } from "../unlocks/service.ts";
import { createBudget } from "./budget.ts";
import { readRpcChains } from "./chains.ts";
import { createCounts } from "./counts.ts";
import { createDayUse } from "./day-use.ts";
import { createFilters } from "./filters.ts";
import { createFollower, type Follower } from "./follower.ts";
import { createGateway, type Gateway } from "./gateway.ts";
import { rpcKeyRoutes } from "./key-routes.ts";
import { createKeyCache } from "./key-cache.ts";
import { unitsToday } from "./read-counts.ts";
import { createReader, createReplyCache, type Reader } from "./reader.ts";
import { createSession, type Session, type SessionDeps } from "./session.ts";
import { rpcStatRoutes } from "./stat-routes.ts";
import { createUnitRate, type UnitRate } from "./unit-rate.ts";

export { countRpcKeys } from "./keys.ts";

export interface RpcDeps {
  readonly config: Config;
  readonly engines: Pick<Engines, "database"> & {
    readonly realtime: Pick<Engines["realtime"], "signal" | "onSignal">;
    readonly evm: Pick<Engines["evm"], "chains" | "handle" | "onBlocks">;
  };
  readonly usage: Usage;
  readonly allowance: Allowance;
  readonly unlocks: Pick<Unlocks, "needsActivation">;
  /** Rate limiter of keys; created if omitted. */
  readonly rate?: UnitRate;
  readonly log: Logger;
}

export interface Rpc {
  readonly routes: readonly Route[];
  readonly gateway: Gateway;
  /** Opens a session for an accepted websocket on a known chain. */
  openSession(chain: string, client: Pick<SessionDeps, "enter" | "send" | "end">): Session;
  /** Reads the chains. Throws one message if a setting is invalid. */
  serve(): Promise<void>;
  readonly duties: readonly Duty[];
  close(): Promise<void>;
}

export const createRpc = ({
  config,
  engines,
  usage,
  allowance,
  unlocks,
  log,
  rate = createUnitRate(),
}: RpcDeps): Rpc => {
  const { database, realtime, evm } = engines;
  const { db } = database;
  const counts = createCounts(db, log);
  const keys = createKeyCache(db, realtime);
  const filters = createFilters(db);
  const readers = new Map<string, Reader>();
  const followers = new Map<string, Follower>();
  const readUnits = async (keyId: string): Promise<bigint> => {
    await counts.flush();
    return unitsToday(db, keyId);
  };
  const gateway = createGateway({
    keys,
    readers,
    rate,
    dayUse: createDayUse({ readUnits }),
    budget: createBudget({ db, usage, allowance }),
    filters,
    note: counts.record,
    onFault: (error) => log.error({ err: error }, "An RPC request failed unexpectedly"),
  });
  const stops: (() => void)[] = [];
  return {
    routes: [
      ...rpcKeyRoutes({ box: createSecretBox(config), unlocks, usage, counts, changed: keys.changed }),
      ...rpcStatRoutes({ counts, chains: () => [...readers.values()].map(({ chain }) => chain) }),
    ],
    gateway,
    openSession: (chain, client) =>
      createSession({ gateway, follower: followers.get(chain)!, note: counts.record, ...client }),
    serve: async () => {
      const cache = createReplyCache();
      for (const chain of await readRpcChains(config, evm)) {
        const reader = createReader(chain, cache);
        readers.set(chain.id, reader);
        followers.set(chain.id, createFollower(reader));
      }
      const stop = evm.onBlocks((key) => {
        readers.get(`${key}/mainnet`)?.moved();
        followers.get(`${key}/mainnet`)?.nudge();
      });
      stops.push(stop, () => followers.forEach((follower) => follower.close()));
    },
    duties: [
      { name: "Write RPC request counts", every: "1 s", scope: "process", role: "web", run: counts.flush },
      {
        name: "Delete old RPC usage and filters",
        every: "1 h",
        scope: "cluster",
        run: () => Promise.all([counts.sweep(), filters.sweep()]),
      },
    ],
    close: async () => {
      stops.forEach((stop) => stop());
      await counts.flush();
    },
  };
};
