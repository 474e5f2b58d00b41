import type { Logger } from "pino";
import * as z from "zod";
import { zkSyncFaucetWei, zkSyncHistoryMax } from "../../../../resources/chains/zksync-limits.ts";
import type { Database } from "../../engines/database/database.ts";
import { failed, failedBy, idIn, rpcRequest } from "../../engines/network/json-rpc.ts";
import type { ZkSyncLite } from "../../engines/zksync-lite/zksync-lite.ts";
import { fenced, NotOwner, type Owners } from "../../kernel/owners.ts";
import { countOf, historyOf } from "./history.ts";
import { createLiteLedger } from "./ledger.ts";
import type { Method } from "./methods.ts";
import { LiteRefused } from "./refused.ts";

/** The network's own library sends null for missing values. */
const request = rpcRequest(z.array(z.unknown()).max(10));
const page = z.object({
  from: z.string().max(100).default("latest"),
  limit: z.coerce.number().int().min(1).max(zkSyncHistoryMax).default(zkSyncHistoryMax),
  direction: z.literal("older").default("older"),
});

/** A request to the owner: of a client, or the faucet's. */
type LiteRequest = { readonly payload: unknown } | { readonly faucet: string };

/** Opens a local ledger. Its owner loads the signature verification with the first request. */
export const openEmbeddedZkSyncLite = async (
  database: Pick<Database, "db">,
  owners: Owners,
  log: Logger,
): Promise<ZkSyncLite> => {
  const { db } = database;
  const answer = async (all: Readonly<Record<string, Method>>, payload: unknown): Promise<unknown> => {
    const { success, data } = request.safeParse(payload);
    if (!success) return failed(idIn(payload), { code: -32_600, message: "Invalid JSON-RPC 2.0 request." });
    const { id = null, method, params } = data;
    if (!Object.hasOwn(all, method))
      return failed(id, { code: -32_601, message: `The method "${method}" is not supported.` });
    try {
      return { jsonrpc: "2.0", id, result: (await all[method]!(params ?? [])) ?? null };
    } catch (error) {
      if (error instanceof LiteRefused) return failed(id, { code: error.code, message: error.message });
      if (error instanceof NotOwner) throw error;
      return failedBy(id, error, (fault) => log.error({ err: fault }, "The zkSync Lite ledger failed"));
    }
  };

  const { call } = await owners.define({
    name: "zksync-lite",
    open: async (_id, fence) => {
      const { liteMethods } = await import("./methods.ts");
      const ledger = createLiteLedger({ db: fenced(db, fence) });
      const methods = liteMethods(database, ledger);
      return {
        answer: (request: LiteRequest) =>
          "faucet" in request ? ledger.give(request.faucet, zkSyncFaucetWei) : answer(methods, request.payload),
        close: async () => undefined,
      };
    },
  });
  const ask = (request: LiteRequest): Promise<unknown> => call("", request, { mayRepeat: false });

  return {
    isEmbedded: true,
    transactions: (address) => historyOf(db, address, { limit: zkSyncHistoryMax }),
    faucet: async (address) => void (await ask({ faucet: address })),
    handler: {
      answer: (payload) => ask({ payload }),
      history: async (address, query) => {
        const { success, data } = page.safeParse(query);
        if (!success || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined;
        const { from, limit, direction } = data;
        const list = await historyOf(db, address, { limit, from: from === "latest" ? undefined : from });
        const pagination = { from, limit, direction, count: await countOf(db, address) };
        return { request: {}, status: "success", error: null, result: { pagination, list } };
      },
    },
  };
};
