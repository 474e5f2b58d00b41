import type { Logger } from "pino";
import { chains, type Chain, type ChainKey } from "../../../../resources/chains/chains.ts";
import type { Database } from "../../engines/database/database.ts";
import { onBlocksOf } from "../../engines/evm/block-listeners.ts";
import type { CoinPrice, Evm } from "../../engines/evm/evm.ts";
import type { EvmKeys } from "../../engines/evm/keys.ts";
import { answerWith } from "../../engines/evm/rpc/json-rpc.ts";
import type { Owners, Owning } from "../../kernel/owners.ts";
import { blocksAfterUse } from "./chain.ts";
import { headsOf, unfinishedChains } from "./chain-log.ts";
import { createCloudChain, type CloudChain } from "./cloud-chain.ts";

export interface EmbeddedEvmOptions {
  readonly database: Pick<Database, "db">;
  readonly keys: EvmKeys;
  readonly dataDir: string;
  readonly blockMs: number;
  readonly idleMs?: number;
  readonly coinPrice: CoinPrice;
  readonly owners: Owners;
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
/** Interval of polling for blocks of other processes whose signal was lost. */
const pollMs = 2_000;
const blockSignal = "evm block";

/** Opens a local chain for each entry of resources/chains/chains.ts. Its owner resumes what was interrupted. */
export const openEmbeddedEvm = async (options: EmbeddedEvmOptions): Promise<EmbeddedEvm> => {
  const { database, coinPrice, owners, log, idleMs = defaultIdleMs } = options;
  const keysOfAll = chains.map(({ key }) => key);
  const listeners = onBlocksOf(() => headsOf(database.db, keysOfAll), { everyMs: pollMs, log });
  let owning: Owning | undefined;
  const own = chains.map((chain: Chain & { readonly key: ChainKey }) =>
    createCloudChain({
      ...options,
      chain,
      idleMs,
      coinPrice: () => coinPrice(chain.currency.symbol),
      onBlock: () => {
        listeners.tell(chain.key);
        owners.signal(blockSignal, chain.key);
      },
      call: async (request) => owning!.call(chain.key, request),
    }),
  );
  owners.onSignal(blockSignal, (key) => {
    const chain = own.find((each) => each.key === key);
    if (chain) listeners.tell(chain.key);
  });
  const find = (key: string): CloudChain | undefined => own.find((chain) => chain.key === key);
  const confirmed = own.map(({ key, confirmations }) => ({ key, blocksAfter: blocksAfterUse(confirmations) }));
  owning = await owners.define({
    name: "evm",
    open: async (key, fence) => find(key)!.own(fence),
    wanted: () => unfinishedChains(database.db, confirmed),
  });
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
    ready: async () => {
      const silent = own.filter((chain) => chain.isSilent()).map(({ key }) => key);
      if (silent.length > 0) throw new Error(`The nodes of these chains don't answer: ${silent.join(", ")}.`);
    },
    close: async () => {
      listeners.close();
      await Promise.all(own.map((chain) => chain.close()));
    },
  };
};
