/** The RPC service: JSON-RPC of chains with keys per team, metered, rate limited, and with failover between nodes. */
import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import * as z from "zod";
import type { Config } from "../config.ts";
import type { Engines } from "../engines/engines.ts";
import type { Duty } from "../kernel/duties.ts";
import type { Allowance } from "../billing/ledger/allowance.ts";
import type { Outcomes } from "../billing/ledger/usage/outcomes.ts";
import type { Usage } from "../billing/ledger/usage/usage.ts";
import type { Route } from "../kernel/calls/route.ts";
import type { Limits } from "../kernel/limits/limits.ts";
import { createSecretBox } from "../kernel/secret-box.ts";
import type { Standing } from "../billing/standing/service.ts";
import { createBudget } from "./limits/budget.ts";
import { readRpcChains } from "./upstream/chains.ts";
import { createCounts, type Answered } from "./counts/counts.ts";
import { createDayUse } from "./limits/day-use.ts";
import { createFilters } from "./filters.ts";
import { createGateway, type Gateway, type Entered, type Refused } from "./gateway.ts";
import { allowlistRefusal, RpcRefusal } from "./refusals.ts";
import { rpcKeyRoutes } from "./keys/key-routes.ts";
import { createKeyCache } from "./keys/key-cache.ts";
import { unitsToday } from "./counts/read-counts.ts";
import { createReader, createReplyCache, type Reader } from "./reader.ts";
import { rpcStatRoutes } from "./counts/stat-routes.ts";
import { createUnitRate, type UnitRate } from "./limits/unit-rate.ts";
import { unitsOf, unitsPerEvent } from "../../../resources/rpc/compute-units.ts";
import { rpcSubscriptionsPerSocket } from "../../../resources/rpc/limits.ts";
import { fitsFilter, type NewBlock, followBlocks } from "../engines/evm/rpc/follower.ts";
import { failed, notJson, rpcRequest } from "../engines/network/json-rpc.ts";
import { parseExactJson } from "../engines/network/parse-json.ts";

export { countRpcKeys } from "./keys/keys.ts";

export interface RpcDeps {
  readonly config: Config;
  readonly engines: Pick<Engines, "database"> & {
    readonly realtime: Pick<Engines["realtime"], "signal" | "onSignal">;
    readonly evm: Pick<Engines["evm"], "chains" | "handle" | "onBlocks">;
  };
  readonly usage: Usage;
  readonly outcomes: Pick<Outcomes, "record">;
  readonly allowance: Allowance;
  readonly standing: Pick<Standing, "requireNeeds">;
  readonly limits: Pick<Limits, "take" | "isShared">;
  /** Rate limiter of keys; created if omitted. */
  readonly rate?: UnitRate;
  readonly log: Logger;
}

export type Rpc = ReturnType<typeof createRpc>;

export const createRpc = ({
  config,
  engines,
  usage,
  outcomes,
  allowance,
  standing,
  limits,
  log,
  rate = createUnitRate(),
}: RpcDeps) => {
  const { database, realtime, evm } = engines;
  const { db } = database;
  const counts = createCounts(db, log, outcomes);
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
    limits,
    dayUse: createDayUse({ readUnits }),
    budget: createBudget({ db, usage, allowance }),
    filters,
    note: counts.record,
    onFault: (error) => log.error({ err: error }, "An RPC request failed unexpectedly"),
  });
  const stops: (() => void)[] = [];
  return {
    routes: [
      ...rpcKeyRoutes({ box: createSecretBox(config), standing, usage, counts, changed: keys.changed }),
      ...rpcStatRoutes({ counts, chains: () => [...readers.values()].map(({ chain }) => chain) }),
    ] satisfies readonly Route[],
    gateway,
    /** Opens a session for an accepted websocket on a known chain. */
    openSession: (chain: string, client: Pick<SessionDeps, "enter" | "send" | "end">): Session =>
      createSession({ gateway, follower: followers.get(chain)!, note: counts.record, ...client }),
    /** Reads the chains. Throws one message if a setting is invalid. */
    serve: async (): Promise<void> => {
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
      { name: "Write RPC request counts", every: "0.5 s", scope: "process", role: "web", run: counts.flush },
      {
        name: "Delete old RPC usage and filters",
        every: "1 h",
        scope: "cluster",
        run: () => Promise.all([counts.sweep(), filters.sweep()]),
      },
    ] satisfies readonly Duty[],
    close: async (): Promise<void> => {
      stops.forEach((stop) => stop());
      await counts.flush();
    },
  };
};

type Session = ReturnType<typeof createSession>;

interface SessionDeps {
  readonly gateway: Pick<Gateway, "answer" | "admit" | "reserve">;
  readonly follower: Follower;
  note(answered: Answered): void;
  /** Checks access for each message and event: the key may have been deactivated since. */
  enter(): Promise<Entered | Refused>;
  send(message: object): void;
  /** Closes the connection with a reason. */
  end(reason: string): void;
}

const subscriptionCall = rpcRequest(z.array(z.unknown()).max(2)).extend({
  method: z.enum(["eth_subscribe", "eth_unsubscribe"]),
});
type SubscriptionCall = z.output<typeof subscriptionCall>;
const eventMethod = "eth_subscription";

/** A websocket of a key: requests as over HTTP, and subscriptions to new blocks and logs. */
const createSession = ({ gateway, follower, note, enter, send, end }: SessionDeps) => {
  const subscriptions = new Map<string, () => void>();
  /** Sends events in order. */
  let sending: Promise<void> = Promise.resolve();

  const entered = async (): Promise<Entered | undefined> => {
    const outcome = await enter();
    if (!("status" in outcome)) return outcome;
    end(outcome.error.message);
    return undefined;
  };

  const deliver = async (id: string, result: unknown): Promise<void> => {
    const here = await entered();
    if (!here || !subscriptions.has(id)) return;
    try {
      const reserved = await gateway.reserve(here.key, unitsPerEvent);
      send({ jsonrpc: "2.0", method: eventMethod, params: { subscription: id, result } });
      reserved.charge();
      const where = { teamId: here.key.team_id, keyId: here.key.id, chain: here.reader.chain.id };
      note({ ...where, method: eventMethod, ms: 0, units: unitsPerEvent, cached: false });
    } catch (error) {
      end(error instanceof RpcRefusal ? error.message : "Internal server error.");
    }
  };

  const listenerOf = (id: string, [kind, filter]: readonly unknown[]) => {
    const resultsOf = ({ header, logs }: NewBlock): readonly unknown[] =>
      kind === "logs" ? logs.filter((log) => fitsFilter(log, filter)) : [header];
    return (block: NewBlock): void => {
      for (const result of resultsOf(block)) sending = sending.then(() => deliver(id, result));
    };
  };

  const subscribe = async ({ key }: Entered, params: readonly unknown[]): Promise<string> => {
    const [kind] = params;
    if (kind !== "newHeads" && kind !== "logs")
      throw new RpcRefusal("paramsInvalid", "Only newHeads and logs subscriptions are supported.");
    const type = key.guard.refusedRequest({ method: "eth_subscribe", params });
    if (type) throw allowlistRefusal("contractRefused", type);
    if (subscriptions.size >= rpcSubscriptionsPerSocket)
      throw new RpcRefusal("tooManyOpen", `A connection can have up to ${rpcSubscriptionsPerSocket} subscriptions.`);
    const reserved = await gateway.admit(key, unitsOf("eth_subscribe"));
    const id = `0x${randomBytes(16).toString("hex")}`;
    try {
      subscriptions.set(id, await follower.follow(listenerOf(id, params), kind === "logs"));
    } catch {
      reserved.release();
      throw new RpcRefusal("noNode", "No node of this chain is available. Try again.");
    }
    reserved.charge();
    return id;
  };

  const unsubscribe = async ({ key }: Entered, [id]: readonly unknown[]): Promise<boolean> => {
    (await gateway.admit(key, unitsOf("eth_unsubscribe"))).charge();
    const stop = subscriptions.get(String(id));
    stop?.();
    return subscriptions.delete(String(id));
  };

  const answerSubscription = async (here: Entered, call: SubscriptionCall): Promise<void> => {
    const { id = null, method } = call;
    const params = call.params ?? [];
    const start = performance.now();
    const { key, reader } = here;
    const counted = { teamId: key.team_id, keyId: key.id, chain: reader.chain.id, method, cached: false };
    const passed = (): number => performance.now() - start;
    try {
      const result = await (method === "eth_subscribe" ? subscribe(here, params) : unsubscribe(here, params));
      note({ ...counted, ms: passed(), units: unitsOf(method) });
      send({ jsonrpc: "2.0", id, result });
    } catch (fault) {
      const { error, reason } = fault instanceof RpcRefusal ? fault : new RpcRefusal("fault", "Internal server error.");
      note({ ...counted, ms: passed(), units: 0, error, reason, sent: { ...here.from, method, params } });
      send(failed(id, error));
    }
  };

  return {
    /** Answers a message. */
    take: async (message: string): Promise<void> => {
      const here = await entered();
      if (!here) return;
      const parsedMessage = parseExactJson(message);
      if (parsedMessage === undefined) return send(notJson);
      const call = subscriptionCall.safeParse(parsedMessage);
      if (call.success) return answerSubscription(here, call.data);
      const { body } = await gateway.answer(here, parsedMessage);
      if (body !== undefined) send(body as object);
    },
    close: (): void => {
      subscriptions.forEach((stop) => stop());
      subscriptions.clear();
    },
  };
};

type Follower = ReturnType<typeof createFollower>;

/** Follows a chain through all its nodes, so subscriptions survive the failure of a node. */
const createFollower = ({ chain, pool }: Pick<Reader, "chain" | "pool">) =>
  followBlocks({
    blockMs: chain.blockMs,
    read: async (method, params) => {
      const { reply } = await pool.read({ method, params });
      if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
      if (method === "eth_blockNumber") pool.recordHead(Number(reply.result));
      return reply.result;
    },
  });
