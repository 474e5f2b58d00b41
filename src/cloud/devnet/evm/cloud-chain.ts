/** A local chain as services see it. */
import { join } from "node:path";
import type { JsonRpcProvider, Wallet } from "ethers";
import type { Logger } from "pino";
import type { Chain, ChainKey } from "../../../../resources/chains/chains.ts";
import type { Database } from "../../engines/database/database.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";
import { keyNames, type EvmKeys, type KeyName } from "../../engines/evm/keys.ts";
import { answeringFor } from "../../engines/evm/rpc/answering.ts";
import type { Answering } from "../../engines/evm/rpc/json-rpc.ts";
import type { Fence, Owned } from "../../kernel/owners.ts";
import { createEmbeddedChain, type ChainRequest } from "./chain.ts";
import { contractsOf, deploymentsMissing } from "./deployment.ts";

export interface CloudChainOptions {
  readonly chain: Chain & { readonly key: ChainKey };
  readonly database: Pick<Database, "db">;
  readonly keys: EvmKeys;
  readonly dataDir: string;
  readonly blockMs: number;
  readonly idleMs: number;
  /** Price of one coin of the chain in US dollars ×1e18. */
  readonly coinPrice: () => Promise<bigint>;
  readonly onBlock: () => void;
  /** Sends a request to the process that owns the chain. */
  readonly call: (request: ChainRequest) => Promise<unknown>;
  readonly log: Logger;
}

export interface CloudChain extends EvmChain {
  readonly answering: Answering;
  wallet(name: KeyName): Promise<Wallet>;
  /** Runs the chain in this process, and what was interrupted. */
  own(fence: Fence): Promise<Owned>;
  resume(): Promise<void>;
  /** Stops the node until it is needed again. */
  rest(): Promise<void>;
  isRunning(): boolean;
  /** Returns whether its node, in this process, gives no sign of life. */
  isSilent(): boolean;
  /** Returns whether this process is mining or about to mine. */
  isMining(): boolean;
  close(): Promise<void>;
}

/** Interval at which the price feed on the chain is updated while the chain is used. */
const priceEveryMs = 600_000;

export const createCloudChain = (options: CloudChainOptions): CloudChain => {
  const { chain, database, keys, dataDir, blockMs, idleMs, coinPrice, onBlock, call, log } = options;
  const { key, chainId, confirmations } = chain;
  const contracts = contractsOf(key, keys.addresses.deployer);
  const embedded = createEmbeddedChain({
    key,
    chainId,
    confirmations,
    database,
    blockMs,
    idleMs,
    onBlock,
    log,
    folder: join(dataDir, "evm", String(chainId)),
    genesis: { at: keys.genesisAt, funded: keyNames.map((name) => keys.addresses[name]) },
    prepare: (request) => deploymentsMissing(request, { chainKey: key, chainId, keys, coinPrice }),
  });

  let isClosed = false;
  let pricedAt = -Infinity;
  const answer = async ({ method, params }: ChainRequest): Promise<unknown> => {
    if (method === "eth_sendRawTransaction") return embedded.submit(params[0]);
    const answered = await embedded.ask(method, params);
    if (performance.now() - pricedAt > priceEveryMs) {
      pricedAt = performance.now();
      updatePrice().catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error, chain: key }, "A price was not updated");
      });
    }
    return answered;
  };
  const updatePrice = async (): Promise<void> => {
    const { keepPrice } = await import("./price-keeper.ts");
    await keepPrice(await wallet("feeder"), contracts.priceFeed!, await coinPrice());
  };

  const answering = answeringFor({ chainId, call });
  let provider: Promise<JsonRpcProvider> | undefined;
  const wallets = new Map<KeyName, Promise<Wallet>>();
  const connect = (): Promise<JsonRpcProvider> =>
    (provider ??= import("../../engines/evm/provider.ts").then(({ providerOf }) => providerOf(answering, chainId)));
  const open = async (name: KeyName): Promise<Wallet> => {
    const { walletOf } = await import("../../engines/evm/provider.ts");
    return walletOf(keys.privateKey(name), await connect());
  };
  const wallet = (name: KeyName): Promise<Wallet> => {
    const known = wallets.get(name) ?? open(name);
    wallets.set(name, known);
    return known;
  };

  return {
    key,
    chain,
    chainId,
    confirmations,
    rpcUrl: `/chain/${key}`,
    contracts,
    startBlock: 1,
    connect,
    signer: wallet,
    wallet,
    answering,
    hasHistory: embedded.hasHistory,
    own: async (fence) => {
      embedded.takeOver(fence);
      await embedded.resume();
      return { answer, isIdle: () => !embedded.isRunning() && !embedded.isMining(), close: embedded.handOver };
    },
    resume: embedded.resume,
    rest: embedded.rest,
    isRunning: embedded.isRunning,
    isSilent: embedded.isSilent,
    isMining: embedded.isMining,
    close: async () => {
      isClosed = true;
      (await provider)?.destroy();
      await embedded.close();
    },
  };
};
