/**
 * eth_sendTransaction of the built-in wallet: completes the request, asks the user, signs locally and submits it to the
 * node.
 */
import { ProviderError, refusals } from "../provider.ts";
import type { TransactionApproval } from "./approval.ts";
import type { ChainTable } from "./chain-table.ts";
import { submitTransaction } from "./submit-transaction.ts";
import type * as Signer from "./signer.ts";
import type { PrivateKey } from "./signer.ts";

interface Account {
  readonly signer: typeof Signer;
  readonly key: PrivateKey;
  readonly address: string;
}

interface Effects {
  readonly chains: ChainTable;
  readonly requireApproval: (approval: TransactionApproval) => Promise<void>;
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
  request: RequestedTransaction,
  { chains, requireApproval, topUp }: Effects,
): Promise<string> => {
  const node = (method: string, ...params: readonly unknown[]) => chains.forward(method, params);
  const chain = chains.current();
  if (request.chainId !== undefined && Number(request.chainId) !== chain.chainId)
    throw new ProviderError(
      refusals.invalidParams,
      `The wallet uses network ${chain.chainId}, but the transaction is for another network.`,
    );
  const balanceNow = async () => quantity(await node("eth_getBalance", address, "latest"));
  const value = quantity(request.value ?? "0x0");
  const data = request.data ?? request.input;
  const call = {
    from: address,
    ...(request.to && { to: request.to }),
    ...(data && { data }),
    value: request.value ?? "0x0",
  };
  const [gas, gasPrice, balance] = await Promise.all([
    request.gas ?? node("eth_estimateGas", call),
    request.gasPrice ?? node("eth_gasPrice"),
    balanceNow(),
  ]);
  const give = topUp && (async () => (await topUp(chain.chainId, address), balanceNow()));
  await requireApproval({
    kind: "transaction",
    address,
    chainName: chain.name,
    symbol: chain.symbol ?? "coins",
    ...(request.to && { to: request.to }),
    value,
    fee: quantity(gas) * quantity(gasPrice),
    balance,
    ...(give && { topUp: give }),
  });
  // The network may have changed while the dialog was open: the approval applies to this one only.
  if (chains.current().chainId !== chain.chainId)
    throw new ProviderError(refusals.internal, "The network changed while the transaction was pending.");
  const nonce = request.nonce ?? (await node("eth_getTransactionCount", address, "pending"));
  const raw = await signer.signTransaction(key, {
    chainId: chain.chainId,
    ...(request.to && { to: request.to }),
    ...(data && { data }),
    value,
    gas: quantity(gas),
    gasPrice: quantity(gasPrice),
    nonce: Number(quantity(nonce)),
  });
  return submitTransaction(node, { raw, hash: signer.transactionHash(raw) });
};

const quantity = (value: unknown): bigint => {
  if (typeof value === "string" && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value);
  throw new ProviderError(refusals.invalidParams, "Expected a 0x-prefixed hexadecimal quantity.");
};
