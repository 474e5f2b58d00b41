/** One local rollup: its chain and its roles. Loaded with the first rollup in use. */
import { parseEther, type JsonRpcProvider, type Wallet } from "ethers";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Encryption } from "../../database/encryption.ts";
import type { EvmChain } from "../../evm/evm.ts";
import { walletOf } from "../../evm/provider.ts";
import { followBlocks } from "../../evm/rpc/follower.ts";
import { answerWith } from "../../evm/rpc/json-rpc.ts";
import type { RollupClient, RollupSession } from "../rollups.ts";
import { privateKeyOf, type AccountName } from "./keys.ts";
import { runRoles } from "./roles.ts";
import { createRollupChain, type RollupChain } from "./rollup-chain.ts";
import { createSession } from "./session.ts";
import { createWorker, type Worker } from "./worker.ts";
import type { RollupRow } from "./rows.ts";

export interface RollupOptions {
  readonly row: RollupRow;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly dataDir: string;
  readonly blockMs: number;
  readonly idleMs: number;
  readonly settlement: EvmChain;
  readonly log: Logger;
}

export interface Rollup {
  readonly row: RollupRow;
  readonly chain: RollupChain;
  /** Worker of the roles. */
  readonly work: Pick<Worker, "kick" | "now">;
  /** Returns a wallet on the settlement chain. */
  settlementWallet(name: AccountName): Promise<Wallet>;
  handle(body: unknown): Promise<unknown>;
  openSession(client: RollupClient): RollupSession;
  /** Sends one coin. Returns the transaction's hash. */
  faucet(address: string): Promise<string>;
  close(): Promise<void>;
}

/** A batch waits for this many block times, so that the blocks that confirm a transaction are included. */
const blocksToWait = 5;
const faucetWei = parseEther("1");
const coinGas = 100_000n;

export const openRollup = async (options: RollupOptions): Promise<Rollup> => {
  const { row, database, encryption, settlement, blockMs, log } = options;
  const { id } = row;
  const onBlock = (): void => {
    work.kick(blocksToWait * blockMs);
    follower.nudge();
  };
  const chain = createRollupChain({ ...options, onBlock });
  const follower = followBlocks({ blockMs, read: chain.answering });
  const sessions = new Set<RollupClient>();
  const wallets = new Map<AccountName, Promise<Wallet>>();
  const connect = (): Promise<JsonRpcProvider> => settlement.connect();
  const open = async (name: AccountName): Promise<Wallet> =>
    walletOf(privateKeyOf(encryption, row, name), await connect());
  const settlementWallet = (name: AccountName): Promise<Wallet> => {
    const known = wallets.get(name) ?? open(name);
    wallets.set(name, known);
    return known;
  };
  const onFault = (error: unknown): void => log.error({ err: error, rollup: id }, "A rollup failed");
  const work = createWorker(
    () => runRoles({ id, db: database.db, chain, connect, settlementWallet }),
    (error) => log.warn({ err: error, rollup: id }, "A rollup's roles failed; retrying"),
  );
  await chain.resume();
  return {
    row,
    chain,
    work,
    settlementWallet,
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
    close: async () => {
      sessions.forEach((client) => client.end("The rollup has stopped."));
      follower.close();
      await work.close();
      await chain.close();
    },
  };
};
