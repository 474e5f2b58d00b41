/** Sends a role's transactions one at a time, so that a crash between two steps never sends a thing twice. */
import { setTimeout as delay } from "node:timers/promises";
import { isError, type JsonRpcProvider, type TransactionRequest, type Wallet } from "ethers";

/**
 * "sent": it is in a block. "looked": another transaction of the account was on its way, and is in a block now: look again at what there is
 * to do. "poor": the account cannot pay for it.
 */
export type Outcome = "sent" | "looked" | "poor";

const patienceMs = 30_000;
const pauseMs = 50;
/** Room above an estimate, in per cent. */
const gasRoom = 30n;

/** Throws when the chain refuses it, or does not take it in time. */
export const sendNext = async (wallet: Wallet, asked: TransactionRequest): Promise<Outcome> => {
  const provider = wallet.provider as JsonRpcProvider;
  const from = wallet.address;
  const nonce = await provider.getTransactionCount(from, "latest");
  if ((await provider.getTransactionCount(from, "pending")) > nonce) {
    await until(async () => (await provider.getTransactionCount(from, "latest")) > nonce);
    return "looked";
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
  const gasLimit = asked.gasLimit ?? ((await provider.estimateGas({ ...asked, from })) * (100n + gasRoom)) / 100n;
  const cost = BigInt(gasLimit) * maxFeePerGas! + BigInt(asked.value ?? 0n);
  if ((await provider.getBalance(from)) < cost) return "poor";
  try {
    const sent = await wallet.sendTransaction({ ...asked, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
    await until(async () => (await provider.getTransactionReceipt(sent.hash)) !== null);
    const receipt = await provider.getTransactionReceipt(sent.hash);
    if (receipt?.status !== 1) throw new Error(`The chain refused ${sent.hash}.`);
    return "sent";
  } catch (error) {
    // Another process of the cloud does the same.
    if (isError(error, "NONCE_EXPIRED") || isError(error, "REPLACEMENT_UNDERPRICED")) return "looked";
    throw error;
  }
};

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("The chain has not taken a transaction in time.");
    await delay(pauseMs);
  }
};
