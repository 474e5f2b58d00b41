/**
 * eth_sendTransaction of the built-in wallet: completes the request, asks the user, signs locally and submits it to the
 * node.
 */
import { ProviderError, refusals } from "../provider.ts";
import type { TransactionApproval } from "./approval.ts";
import type { ChainTable } from "./chain-table.ts";
import { handOver } from "./hand-over.ts";
import type { PrivateKey } from "./signer.ts";
import type * as Signer from "./signer.ts";

interface Account {
  readonly signer: typeof Signer;
  readonly key: PrivateKey;
  readonly address: string;
}

interface Effects {
  readonly chains: ChainTable;
  readonly ask: (approval: TransactionApproval) => Promise<void>;
  /** Requests test coins on a network; absent without a faucet. */
  readonly topUp?: (chainId: number, address: string) => Promise<void>;
}

/** The site's request: 0x quantities, all optional except for the recipient. */
type RequestedTransaction = Readonly<
  Partial<Record<"from" | "to" | "data" | "input" | "value" | "gas" | "gasPrice" | "nonce" | "chainId", string>>
>;

/** Returns the transaction's hash. Throws 4001 when the user declines, and the node's error. */
export const sendTransaction = async (
  { signer, key, address }: Account,
  given: RequestedTransaction,
  { chains, ask, topUp }: Effects,
): Promise<string> => {
  const node = (method: string, ...params: readonly unknown[]) => chains.forward(method, params);
  const chain = chains.current();
  if (given.chainId !== undefined && Number(given.chainId) !== chain.chainId)
    throw new ProviderError(
      refusals.invalidParams,
      `The wallet uses network ${chain.chainId}, but the transaction is for another network.`,
    );
  const balanceNow = async () => quantity(await node("eth_getBalance", address, "latest"));
  const value = quantity(given.value ?? "0x0");
  const data = given.data ?? given.input;
  const call = { from: address, ...(given.to && { to: given.to }), ...(data && { data }), value: given.value ?? "0x0" };
  const [gas, gasPrice, balance] = await Promise.all([
    given.gas ?? node("eth_estimateGas", call),
    given.gasPrice ?? node("eth_gasPrice"),
    balanceNow(),
  ]);
  const give = topUp && (async () => (await topUp(chain.chainId, address), balanceNow()));
  await ask({
    kind: "transaction",
    address,
    chainName: chain.name,
    symbol: chain.symbol ?? "coins",
    ...(given.to && { to: given.to }),
    value,
    fee: quantity(gas) * quantity(gasPrice),
    balance,
    ...(give && { topUp: give }),
  });
  // The network may have changed while the dialog was open: the approval applies to this one only.
  if (chains.current().chainId !== chain.chainId)
    throw new ProviderError(refusals.internal, "The network changed while the transaction was pending.");
  const nonce = given.nonce ?? (await node("eth_getTransactionCount", address, "pending"));
  const raw = await signer.signTransaction(key, {
    chainId: chain.chainId,
    ...(given.to && { to: given.to }),
    ...(data && { data }),
    value,
    gas: quantity(gas),
    gasPrice: quantity(gasPrice),
    nonce: Number(quantity(nonce)),
  });
  return handOver(node, { raw, hash: signer.transactionHash(raw) });
};

const quantity = (value: unknown): bigint => {
  if (typeof value === "string" && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value);
  throw new ProviderError(refusals.invalidParams, "Expected a 0x-prefixed hexadecimal quantity.");
};
