/** Sends a transaction by the wallet, and waits for it. */
import { isError, type TransactionReceipt, type TransactionRequest } from "ethers";
import { raised } from "./amounts.ts";
import type { Connection } from "./connection.ts";
import type { WalletNetwork } from "./networks.ts";
import { chainProblem } from "./problem.ts";

/**
 * Has the wallet send a transaction, with gas estimate and gas price each raised by a fifth; returns its hash at once.
 * A transaction that would fail on chain fails in the estimate. Throws ethers' errors.
 */
export const sendRaised = async (
  { signer, provider, network }: Connection<WalletNetwork>,
  request: TransactionRequest,
): Promise<string> => {
  const [gas, gasPrice] = await Promise.all([signer.estimateGas(request), provider.send("eth_gasPrice", [])]);
  const fees = { gasLimit: raised(gas), gasPrice: raised(BigInt(gasPrice as string)), type: 0 };
  // A wallet that has switched networks meanwhile must not send it there.
  return signer.sendUncheckedTransaction({ ...request, ...fees, chainId: network.chainId });
};

interface Waiting {
  readonly confirmations?: number;
  /** The user raised the fee in the wallet: the transaction continues under another hash. */
  readonly onRepriced?: (hash: string) => void;
}

/**
 * Returns a transaction's receipt. Throws if it failed or was replaced; not while the node is unreachable, because the
 * transaction is still pending and reporting a failure would make the user send it twice.
 */
export const waitForReceipt = async (
  connection: Connection<WalletNetwork>,
  hash: string,
  waiting: Waiting = {},
): Promise<TransactionReceipt> => {
  for (;;) {
    try {
      return await receiptOf(connection, hash, waiting);
    } catch (error) {
      if (chainProblem(error).kind !== "network") throw error;
      await pause(connection.provider.pollingInterval);
    }
  }
};

const receiptOf = async (
  { provider }: Connection<WalletNetwork>,
  hash: string,
  { confirmations = 1, onRepriced }: Waiting,
): Promise<TransactionReceipt> => {
  const sent = await waitFor(() => provider.getTransaction(hash), provider.pollingInterval);
  const seenAt = sent.blockNumber ?? (await provider.getBlockNumber());
  try {
    return (await sent.replaceableTransaction(seenAt).wait(confirmations))!;
  } catch (error) {
    if (!isError(error, "TRANSACTION_REPLACED") || error.reason !== "repriced") throw error;
    if (error.receipt.status === 0) throw new Error("transaction failed", { cause: error });
    onRepriced?.(error.hash);
    return error.receipt;
  }
};

/** Retries a lookup: a node may see a transaction a moment later than the wallet. */
const waitFor = async <T>(lookUp: () => Promise<T | null>, pauseMs: number): Promise<T> => {
  for (;;) {
    const value = await lookUp();
    if (value !== null) return value;
    await pause(pauseMs);
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
