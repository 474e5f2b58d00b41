/**
 * Filters of eth_newFilter and similar methods. They are stored in the database, not on a node: they outlive any node,
 * and every process can answer for them. A filter ends 5 minutes after its last poll, as in go-ethereum.
 */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { rpcFilterBlocksPerPoll, rpcFilterSeconds, rpcFiltersPerKey } from "../../../resources/rpc/limits.ts";
import type { Db } from "../engines/database/database.ts";
import type { RowOf } from "../engines/database/tables.ts";
import type { Outcome } from "./upstream/pool.ts";
import type { Read, Reader } from "./reader.ts";
import { RpcRefusal } from "./refusals.ts";
import type { Request } from "./upstream/upstream.ts";

export type Filters = ReturnType<typeof createFilters>;

const kinds = {
  eth_newFilter: "logs",
  eth_newBlockFilter: "blocks",
  eth_newPendingTransactionFilter: "transactions",
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];
type Fields = Readonly<Record<string, unknown>>;
type Row = Pick<RowOf<"rpc_filter">, "id" | "kind" | "criteria" | "last_block" | "seen">;

const filterMethods: ReadonlySet<string> = new Set([
  ...Object.keys(kinds),
  "eth_getFilterChanges",
  "eth_getFilterLogs",
  "eth_uninstallFilter",
]);

export const isFilterMethod = (method: string): boolean => filterMethods.has(method);

const filterIdPattern = /^0x[0-9a-f]{32}$/;
const expired = sql<boolean>`used_at < now() - ${rpcFilterSeconds} * interval '1 second'`;

/** Ends a request with the outcome of a failed node. */
class NodeRefusal extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.reply.error?.message);
    this.outcome = outcome;
  }
}

export const createFilters = (db: Db) => {
  const create = async (keyId: string, chain: string, kind: Kind, request: Request, ask: Ask): Promise<string> => {
    const criteria = kind === "logs" ? criteriaOf(request.params[0]) : {};
    const head = await headOf(ask);
    const seen = kind === "transactions" ? (await pendingOf(ask)).hashes : [];
    await db.deleteFrom("rpc_filter").where("key_id", "=", keyId).where(expired).execute();
    const { count } = await db
      .selectFrom("rpc_filter")
      .select(sql<number>`count(*)::int4`.as("count"))
      .where("key_id", "=", keyId)
      .executeTakeFirstOrThrow();
    if (count >= rpcFiltersPerKey)
      throw new RpcRefusal("tooManyOpen", `A key can have up to ${rpcFiltersPerKey} filters. Uninstall one first.`);
    const id = `0x${randomBytes(16).toString("hex")}`;
    const row = { id, key_id: keyId, chain, kind, last_block: BigInt(head) };
    await db
      .insertInto("rpc_filter")
      .values({ ...row, criteria: JSON.stringify(criteria), seen: JSON.stringify(seen) })
      .execute();
    return id;
  };

  const find = async (keyId: string, chain: string, id: unknown): Promise<Row> => {
    const row =
      typeof id === "string" && filterIdPattern.test(id)
        ? await db
            .updateTable("rpc_filter")
            .set({ used_at: sql<Date>`now()` })
            .where("id", "=", id)
            .where("key_id", "=", keyId)
            .where("chain", "=", chain)
            .where(sql<boolean>`not (${expired})`)
            .returning(["id", "kind", "criteria", "last_block", "seen"])
            .executeTakeFirst()
        : undefined;
    if (!row) throw new RpcRefusal("filterNotFound", "filter not found");
    return row;
  };

  /** Returns whether the filter existed. Clients don't expect an error when they clean up. */
  const remove = async (keyId: string, chain: string, id: unknown): Promise<boolean> => {
    if (typeof id !== "string") return false;
    const { numDeletedRows } = await db
      .deleteFrom("rpc_filter")
      .where("id", "=", id)
      .where("key_id", "=", keyId)
      .where("chain", "=", chain)
      .where(sql<boolean>`not (${expired})`)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  };

  /** Returns the changes since the last poll. Concurrent polls each get different changes. */
  const changes = async (row: Row, ask: Ask, again: () => Promise<Row>): Promise<readonly unknown[]> => {
    const head = await headOf(ask);
    const last = Number(row.last_block);
    const { found, seen, to } = await since(row, last + 1, Math.min(head, last + rpcFilterBlocksPerPoll), ask);
    const advanced = await db
      .updateTable("rpc_filter")
      .set({ last_block: BigInt(Math.max(last, to)), seen: JSON.stringify(seen), used_at: sql<Date>`now()` })
      .where("id", "=", row.id)
      .where("last_block", "=", row.last_block)
      .where(sql<boolean>`seen = ${JSON.stringify(row.seen)}::jsonb`)
      .returning("id")
      .executeTakeFirst();
    return advanced ? found : changes(await again(), ask, again);
  };

  const resultOf = async (keyId: string, chain: string, { method, params }: Request, ask: Ask): Promise<unknown> => {
    if (Object.hasOwn(kinds, method))
      return create(keyId, chain, kinds[method as keyof typeof kinds], { method, params }, ask);
    if (method === "eth_uninstallFilter") return remove(keyId, chain, params[0]);
    const row = await find(keyId, chain, params[0]);
    if (method === "eth_getFilterChanges") return changes(row, ask, () => find(keyId, chain, row.id));
    if (row.kind !== "logs") throw new RpcRefusal("filterNotFound", "filter not found");
    return ask("eth_getLogs", [row.criteria]);
  };

  return {
    /** Answers a filter method (`isFilterMethod`) for a key on the reader's chain. */
    answer: async (keyId: string, { chain, pool }: Pick<Reader, "chain" | "pool">, request: Request): Promise<Read> => {
      let [attempts, upstream]: [number, string | undefined] = [0, "own"];
      const ask: Ask = async (method, params) => {
        const outcome = await pool.read({ method, params });
        attempts += outcome.attempts;
        upstream = outcome.upstream;
        if (outcome.reply.error) throw new NodeRefusal(outcome);
        if (method === "eth_blockNumber") pool.recordHead(Number(outcome.reply.result));
        return outcome.reply.result;
      };
      try {
        const result = await resultOf(keyId, chain.id, request, ask);
        return { reply: { result }, source: "miss", attempts, upstream };
      } catch (error) {
        if (error instanceof NodeRefusal) return { ...error.outcome, source: "miss", attempts };
        if (error instanceof RpcRefusal)
          return { reply: { error: error.error }, reason: error.reason, source: "miss", attempts, upstream };
        throw error;
      }
    },
    /** Deletes expired filters. */
    sweep: async (): Promise<void> => void (await db.deleteFrom("rpc_filter").where(expired).execute()),
  };
};

/** Asks the chain's nodes, with failover. Throws NodeRefusal. */
type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

const hexOf = (block: number): string => `0x${block.toString(16)}`;

const headOf = async (ask: Ask): Promise<number> => Number(await ask("eth_blockNumber", []));

const pendingOf = async (ask: Ask): Promise<{ hashes: string[] }> => {
  const block = (await ask("eth_getBlockByNumber", ["pending", false])) as Fields | null;
  return { hashes: (block?.["transactions"] as string[] | undefined) ?? [] };
};

interface Changes {
  readonly found: readonly unknown[];
  readonly seen: readonly string[];
  /** The newest block covered: a lagging node may not know the last ones yet. */
  readonly to: number;
}

const since = async ({ kind, criteria, seen }: Row, from: number, head: number, ask: Ask): Promise<Changes> => {
  if (kind === "logs") return { found: await logsOf(criteria, from, head, ask), seen: [], to: head };
  const numbers = Array.from({ length: Math.max(0, head - from + 1) }, (_, place) => from + place);
  const blocks = await Promise.all(numbers.map((number) => ask("eth_getBlockByNumber", [hexOf(number), false])));
  const missing = blocks.indexOf(null);
  const mined = (missing === -1 ? blocks : blocks.slice(0, missing)) as Fields[];
  const to = from - 1 + mined.length;
  if (kind === "blocks") return { found: mined.map(({ hash }) => hash), seen: [], to };
  const { hashes: pending } = await pendingOf(ask);
  const all = [...mined.flatMap(({ transactions }) => transactions as string[]), ...pending];
  const previous = new Set(seen);
  return { found: [...new Set(all)].filter((hash) => !previous.has(hash)), seen: pending, to };
};

/** Returns logs of the new blocks within the filter's own range. */
const logsOf = async (criteria: Fields, from: number, to: number, ask: Ask): Promise<readonly unknown[]> => {
  const { fromBlock, toBlock, blockHash: _, ...what } = criteria;
  const first = Math.max(from, numberOf(fromBlock) ?? from);
  const last = Math.min(to, numberOf(toBlock) ?? to);
  if (first > last) return [];
  return (await ask("eth_getLogs", [{ ...what, fromBlock: hexOf(first), toBlock: hexOf(last) }])) as unknown[];
};

/** Returns undefined for "latest" and other tags, which don't limit new blocks. */
const numberOf = (block: unknown): number | undefined =>
  typeof block === "string" && /^0x[0-9a-f]{1,13}$/i.test(block) ? Number(block) : undefined;

const criteriaOf = (filter: unknown): Fields => {
  const criteria = (filter ?? {}) as Fields;
  if (typeof criteria !== "object" || Array.isArray(criteria) || "blockHash" in criteria)
    throw new RpcRefusal("paramsInvalid", "A filter is an object with fromBlock, toBlock, address and topics.");
  if (JSON.stringify(criteria).length > 20_000) throw new RpcRefusal("paramsInvalid", "The filter is too large.");
  return criteria;
};
