/** One local rollup: as every process uses it, and as its owner runs it. Loaded with the first rollup in use. */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { parseEther, type JsonRpcProvider, type Wallet } from "ethers";
import type { Logger } from "pino";
import * as z from "zod";
import type { Database } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";
import { walletOf } from "../../engines/evm/provider.ts";
import { followBlocks, fitsFilter, type Follower, type NewBlock } from "../../engines/evm/rpc/follower.ts";
import { answerWith } from "../../engines/evm/rpc/json-rpc.ts";
import { failed, notJson, rpcRequest } from "../../engines/network/json-rpc.ts";
import type { RollupClient, RollupSession } from "../../engines/rollups/rollups.ts";
import { privateKeyOf, type AccountName } from "./keys.ts";
import type { ChainRequest } from "../evm/chain.ts";
import { runRoles } from "./roles.ts";
import { accessRollup, createRollupChain, folderOf, type RollupAccess } from "./rollup-chain.ts";
import type { RollupRow } from "./rows.ts";
import { rollupSubscriptionsPerSocket } from "../../../../resources/raas/limits.ts";
import type { Fence, Owned } from "../../kernel/owners.ts";
import { createRunner, type Runner } from "../../kernel/repeat.ts";
import { parseExactJson } from "../../engines/network/parse-json.ts";

export interface RollupOptions {
  readonly row: RollupRow;
  readonly encryption: Encryption;
  readonly blockMs: number;
  readonly settlement: EvmChain;
  /** Sends a request to the process that owns the rollup. */
  call(request: RollupRequest): Promise<unknown>;
  readonly log: Logger;
}

export interface OwnedRollupOptions extends RollupOptions {
  readonly database: Pick<Database, "db">;
  readonly dataDir: string;
  readonly idleMs: number;
  readonly onBlock: () => void;
}

/** To the owner: a request to the chain, or to run the roles, now or soon, or to stop until "kick". */
export type RollupRequest = ChainRequest | { readonly order: "work" | "kick" | "rest" | "remove" };

export interface Rollup {
  readonly row: RollupRow;
  readonly chain: RollupAccess;
  /** Runs the roles now, at the owner, and throws their error. */
  work(): Promise<unknown>;
  /** Returns a wallet on the settlement chain. */
  settlementWallet(name: AccountName): Promise<Wallet>;
  /** Tells subscribers of new blocks. */
  nudge(): void;
  handle(body: unknown): Promise<unknown>;
  openSession(client: RollupClient): RollupSession;
  /** Sends one coin. Returns the transaction's hash. */
  faucet(address: string): Promise<string>;
  close(): void;
}

export interface OwnedRollup extends Owned {
  readonly row: RollupRow;
  /** Worker of the roles. */
  readonly work: Pick<Runner, "kick">;
}

/** A batch waits for this many block times, so that the blocks that confirm a transaction are included. */
const blocksToWait = 5;
const retryMs = 5000;
const faucetWei = parseEther("1");
const coinGas = 100_000n;

/** Opens a rollup as any process uses it. */
export const openRollup = (options: RollupOptions): Rollup => {
  const { row, blockMs, call, log } = options;
  const chain = accessRollup(options);
  const follower = followBlocks({ blockMs, read: chain.answering });
  const sessions = new Set<RollupClient>();
  const onFault = (error: unknown): void => log.error({ err: error, rollup: row.id }, "A rollup failed");
  return {
    row,
    chain,
    work: () => call({ order: "work" }),
    settlementWallet: settlementWallets(options),
    nudge: follower.nudge,
    handle: (body) => answerWith(chain.answering, body, onFault),
    openSession: (client) => {
      sessions.add(client);
      const session = createSession({
        client,
        follower,
        answer: (request) => answerWith(chain.answering, request, onFault),
      });
      const close = (): void => {
        sessions.delete(client);
        session.close();
      };
      return { take: session.take, close };
    },
    faucet: async (address) => {
      const sent = await chain.wallet("faucet").sendTransaction({ to: address, value: faucetWei, gasLimit: coinGas });
      return sent.hash;
    },
    close: () => {
      sessions.forEach((client) => client.end("The rollup has stopped."));
      follower.close();
      chain.close();
    },
  };
};

/** Runs a rollup in this process: its node, and its roles. What was interrupted resumes. */
export const ownRollup = async (options: OwnedRollupOptions, fence: Fence): Promise<OwnedRollup> => {
  const { row, database, settlement, blockMs, dataDir, onBlock, log } = options;
  const { id } = row;
  const chain = createRollupChain({
    ...options,
    onBlock: () => {
      work.kick(blocksToWait * blockMs);
      onBlock();
    },
  });
  const access = accessRollup(options);
  const connect = (): Promise<JsonRpcProvider> => settlement.connect();
  const settlementWallet = settlementWallets(options);
  const work = createRunner(
    async () => {
      await runRoles({ id, db: database.db, chain: access, connect, settlementWallet });
      return undefined;
    },
    (error) => {
      log.warn({ err: error, rollup: id }, "A rollup's roles failed; retrying");
      return retryMs;
    },
  );
  const start = async (): Promise<void> => {
    chain.takeOver(fence);
    await chain.resume();
  };
  const rest = async (): Promise<void> => {
    await work.pause();
    await chain.handOver();
  };
  const close = async (): Promise<void> => {
    await work.close();
    access.close();
    await chain.close();
  };
  const orders = {
    work: work.now,
    kick: async () => {
      await start();
      work.kick();
    },
    rest,
    remove: async () => {
      await rest();
      await rm(folderOf(dataDir, id), { recursive: true, force: true });
    },
  };
  await start();
  return {
    row,
    work,
    answer: (request: RollupRequest): Promise<unknown> =>
      "order" in request ? orders[request.order]() : chain.answer(request),
    isIdle: () => !chain.isRunning() && !chain.isMining() && !work.isDue(),
    close,
  };
};

/** Returns a function that opens each account's wallet on the settlement chain once. */
const settlementWallets = ({ row, encryption, settlement }: RollupOptions) => {
  const wallets = new Map<AccountName, Promise<Wallet>>();
  const open = async (name: AccountName): Promise<Wallet> =>
    walletOf(privateKeyOf(encryption, row, name), await settlement.connect());
  return (name: AccountName): Promise<Wallet> => {
    const known = wallets.get(name) ?? open(name);
    wallets.set(name, known);
    return known;
  };
};

interface SessionDeps {
  readonly client: Pick<RollupClient, "send">;
  readonly follower: Follower;
  /** Answers a request as over HTTP. */
  answer(request: unknown): Promise<unknown>;
}

const subscriptionCall = rpcRequest(z.array(z.unknown()).max(2)).extend({
  method: z.enum(["eth_subscribe", "eth_unsubscribe"]),
});

/** One websocket of a rollup: requests as over HTTP, and subscriptions to new blocks and logs. */
const createSession = ({ client: { send }, follower, answer }: SessionDeps): RollupSession => {
  const subscriptions = new Map<string, () => void>();

  const listenerOf =
    (subscription: string, [kind, filter]: readonly unknown[]) =>
    ({ header, logs }: NewBlock): void => {
      const results = kind === "logs" ? logs.filter((log) => fitsFilter(log, filter)) : [header];
      for (const result of results)
        send({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } });
    };

  const subscribe = async (params: readonly unknown[]): Promise<string> => {
    const [kind] = params;
    if (kind !== "newHeads" && kind !== "logs")
      throw new Refusal("Only newHeads and logs subscriptions are supported.");
    if (subscriptions.size >= rollupSubscriptionsPerSocket)
      throw new Refusal(`A connection can have up to ${rollupSubscriptionsPerSocket} subscriptions.`);
    const id = `0x${randomBytes(16).toString("hex")}`;
    subscriptions.set(id, () => undefined);
    const stop = await follower.follow(listenerOf(id, params), kind === "logs");
    // The connection may have ended in the meantime.
    if (subscriptions.has(id)) subscriptions.set(id, stop);
    else stop();
    return id;
  };

  const unsubscribe = ([id]: readonly unknown[]): boolean => {
    subscriptions.get(String(id))?.();
    return subscriptions.delete(String(id));
  };

  return {
    take: async (message) => {
      const request = parseExactJson(message);
      if (request === undefined) return send(notJson);
      const call = subscriptionCall.safeParse(request);
      if (!call.success) {
        const answered = await answer(request);
        if (answered !== undefined) send(answered as object);
        return;
      }
      const { id = null, method } = call.data;
      const params = call.data.params ?? [];
      try {
        const result = method === "eth_subscribe" ? await subscribe(params) : unsubscribe(params);
        send({ jsonrpc: "2.0", id, result });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        send(failed(id, { code: -32_602, message: error.message }));
      }
    },
    close: () => {
      subscriptions.forEach((stop) => stop());
      subscriptions.clear();
    },
  };
};

class Refusal extends Error {}
