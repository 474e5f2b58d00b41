import type { Logger } from "pino";
import { chains, type Chain, type ChainKey } from "../../../../../resources/chains.ts";
import type { Database } from "../../database/database.ts";
import { onBlocksOf } from "../block-listeners.ts";
import type { Evm } from "../evm.ts";
import type { EvmKeys } from "../keys.ts";
import { answerWith } from "../rpc/json-rpc.ts";
import { headsOf } from "./chain-log.ts";
import { createCloudChain, type CloudChain } from "./cloud-chain.ts";

/** Returns the price of one coin in US dollars ×1e18, by its symbol. */
export type CoinPrice = (symbol: string) => Promise<bigint>;

export interface EmbeddedEvmOptions {
  readonly database: Pick<Database, "db">;
  readonly keys: EvmKeys;
  readonly dataDir: string;
  readonly blockMs: number;
  readonly idleMs?: number;
  readonly coinPrice: CoinPrice;
  readonly log: Logger;
}

export interface EmbeddedEvm extends Evm {
  readonly chains: readonly CloudChain[];
  find(key: string): CloudChain | undefined;
  readonly handle: NonNullable<Evm["handle"]>;
  readonly faucet: NonNullable<Evm["faucet"]>;
}

/** Default idle time after which a chain is stopped. */
const defaultIdleMs = 300_000;
/** Interval of polling for blocks of other processes. */
const pollMs = 2_000;

/** Opens a local chain for each entry of resources/chains.ts. Interrupted chains resume. */
export const openEmbeddedEvm = async (options: EmbeddedEvmOptions): Promise<EmbeddedEvm> => {
  const { database, coinPrice, log, idleMs = defaultIdleMs } = options;
  const keysOfAll = chains.map(({ key }) => key);
  const listeners = onBlocksOf(() => headsOf(database.db, keysOfAll), { everyMs: pollMs, log });
  const own = chains.map((chain: Chain & { readonly key: ChainKey }) =>
    createCloudChain({
      ...options,
      chain,
      idleMs,
      coinPrice: () => coinPrice(chain.currency.symbol),
      onBlock: () => listeners.tell(chain.key),
    }),
  );
  await Promise.all(own.map((chain) => chain.resume()));
  const find = (key: string): CloudChain | undefined => own.find((chain) => chain.key === key);
  const onFault = (error: unknown): void => log.error({ err: error }, "A local devnet failed");

  return {
    embedded: true,
    chains: own,
    find,
    onBlocks: listeners.add,
    handle: async (key, body) => {
      const chain = find(key);
      if (!chain) throw new Error(`Unknown chain: ${key}.`);
      return answerWith(chain.answering, body, onFault);
    },
    faucet: async (key, address, { withTokens } = { withTokens: true }) => {
      const chain = find(key)!;
      const { giveCoins } = await import("./give-coins.ts");
      const price = await coinPrice(chain.chain.currency.symbol);
      const { usd, boostToken } = chain.contracts;
      const gift = { to: address, usd: usd!, boostToken: withTokens ? boostToken : undefined, coinPrice: price };
      await giveCoins(await chain.wallet("treasury"), gift);
    },
    close: async () => {
      listeners.close();
      await Promise.all(own.map((chain) => chain.close()));
    },
  };
};
