/** The chain of one rollup: a separate node behind a durable log, with its bridge in the first block. */
import { join } from "node:path";
import { ContractFactory, Wallet } from "ethers";
import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { Encryption } from "../../engines/database/encryption.ts";
import { invalidParams } from "../../engines/network/rpc-error.ts";
import { createEmbeddedChain, type ChainRequest } from "../evm/chain.ts";
import { readArtifacts } from "../../engines/evm/artifacts.ts";
import { gasFor, maxFeePerGas } from "../evm/deployment.ts";
import type { NodeRequest } from "../../engines/evm/node-request.ts";
import { providerOf, walletOf } from "../../engines/evm/provider.ts";
import { answeringFor } from "../../engines/evm/rpc/answering.ts";
import { explorerMethods, nodeMethods } from "../../engines/evm/rpc/methods.ts";
import { genesisOf } from "./genesis.ts";
import { addressesOf, privateKeyOf, type AccountName } from "./keys.ts";
import { chainKeyOf, type RollupRow } from "./rows.ts";

/** A client of a rollup's chain, in any process. */
export type RollupAccess = ReturnType<typeof accessRollup>;

interface RollupAccessOptions {
  readonly row: RollupRow;
  readonly encryption: Encryption;
  /** Sends a request to the process that owns the rollup. */
  call(request: ChainRequest): Promise<unknown>;
}

export interface RollupChainOptions extends Pick<RollupAccessOptions, "row" | "encryption"> {
  readonly database: Pick<Database, "db">;
  readonly dataDir: string;
  readonly blockMs: number;
  readonly idleMs: number;
  readonly onBlock: () => void;
  readonly log: Logger;
}

/** Maximum size of a block's transactions, so that each block fits into a batch. */
export const blockBytesMax = 96 * 1024;
/** Methods whose third parameter is the page size. */
const paged: ReadonlySet<string> = new Set([
  "ots_getBlockTransactions",
  "ots_searchTransactionsAfter",
  "ots_searchTransactionsBefore",
]);
const pageMax = 100;
const methods: ReadonlySet<string> = new Set([...nodeMethods, ...explorerMethods]);

export const accessRollup = ({ row, encryption, call }: RollupAccessOptions) => {
  const chainId = Number(row.chain_id);
  const answering = answeringFor({ chainId, call, methods });
  const provider = providerOf(answering, chainId);
  const wallets = new Map<AccountName, Wallet>();
  const wallet = (name: AccountName): Wallet => {
    const known = wallets.get(name) ?? walletOf(privateKeyOf(encryption, row, name), provider);
    wallets.set(name, known);
    return known;
  };
  return { answering, provider, wallet, close: (): void => provider.destroy() };
};

/** Creates the chain that its owner runs. */
export const createRollupChain = (options: RollupChainOptions) => {
  const { row, database, encryption, dataDir, blockMs, idleMs, onBlock, log } = options;
  const chainId = Number(row.chain_id);
  const chain = createEmbeddedChain({
    key: chainKeyOf(row.id),
    chainId,
    confirmations: 1,
    database,
    blockMs,
    idleMs,
    blockBytesMax,
    onBlock,
    log,
    folder: folderOf(dataDir, row.id),
    genesis: genesisOf(row),
    prepare: (request) => missingBridge(request, { encryption, row, chainId }),
  });
  const answer = async ({ method, params }: ChainRequest): Promise<unknown> => {
    if (method === "eth_sendRawTransaction") return chain.submit(params[0]);
    if (paged.has(method) && Number(params[2]) > pageMax)
      throw invalidParams(`A page has up to ${pageMax} transactions.`);
    return chain.ask(method, params);
  };
  return { ...chain, answer };
};

/** Returns the folder of a rollup's node. */
export const folderOf = (dataDir: string, id: string): string => join(dataDir, "rollups", id);

/** Returns the signed transaction that deploys the bridge, unless it is deployed. */
const missingBridge = async (
  request: NodeRequest,
  { encryption, row, chainId }: { encryption: Encryption; row: RollupRow; chainId: number },
): Promise<string[]> => {
  const { sequencer } = addressesOf(row);
  if (Number(await request("eth_getTransactionCount", [sequencer, "latest"])) > 0) return [];
  const { abi, bytecode } = (await readArtifacts<"RollupBridge">()).RollupBridge;
  const { data } = await new ContractFactory(abi as never, bytecode).getDeployTransaction(sequencer);
  const fees = { maxFeePerGas, maxPriorityFeePerGas: 1n };
  const deployer = new Wallet(privateKeyOf(encryption, row, "sequencer"));
  return [await deployer.signTransaction({ type: 2, chainId, nonce: 0, data, gasLimit: gasFor(bytecode), ...fees })];
};
