/** Sends an account's transactions one after another, so that neither a crash nor another process sends one twice. */
import { setTimeout as delay } from "node:timers/promises";
import { isError, type JsonRpcProvider, type TransactionRequest, type Wallet } from "ethers";

/** Returns the next transaction for the chain's current state; undefined if there is none. */
export type Look = () => Promise<TransactionRequest | undefined>;

const patienceMs = 120_000;
const pauseMs = 50;
/** Margin above a gas estimate, in percent. */
const gasRoom = 30n;

/**
 * Sends until there is nothing to do ("done") or the balance is too low ("poor"). Reads the nonce before each look, so
 * that two senders with the same nonce have seen the same chain. Throws if the chain rejects a transaction or does not
 * include it in time.
 */
export const sendAll = async (wallet: Wallet, look: Look): Promise<"done" | "poor"> => {
  const provider = wallet.provider as JsonRpcProvider;
  const nonceNow = () => provider.getTransactionCount(wallet.address, "latest");
  for (;;) {
    const nonce = await nonceNow();
    if ((await provider.getTransactionCount(wallet.address, "pending")) > nonce) {
      await until(async () => (await nonceNow()) > nonce);
      continue;
    }
    const transaction = await look();
    if (!transaction) return "done";
    try {
      if ((await sendOne(wallet, { ...transaction, nonce })) === "poor") return "poor";
    } catch (error) {
      // Another process does the same work: it was faster or is about to be.
      const isTaken = isError(error, "NONCE_EXPIRED") || isError(error, "REPLACEMENT_UNDERPRICED");
      if (!isTaken && (error instanceof Refused || (await nonceNow()) === nonce)) throw error;
    }
  }
};

const sendOne = async (wallet: Wallet, transaction: TransactionRequest): Promise<"sent" | "poor"> => {
  const provider = wallet.provider as JsonRpcProvider;
  const from = wallet.address;
  const { maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
  const gasLimit =
    transaction.gasLimit ?? ((await provider.estimateGas({ ...transaction, from })) * (100n + gasRoom)) / 100n;
  if ((await provider.getBalance(from)) < BigInt(gasLimit) * maxFeePerGas!) return "poor";
  const { hash } = await wallet.sendTransaction({ ...transaction, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
  await until(async () => (await provider.getTransactionCount(from, "latest")) > transaction.nonce!);
  const receipt = await provider.getTransactionReceipt(hash);
  if (receipt && receipt.status !== 1) throw new Refused(hash);
  return "sent";
};

class Refused extends Error {
  constructor(hash: string) {
    super(`The chain rejected ${hash}.`);
  }
}

const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error("A transaction was not mined in time.");
    await delay(pauseMs);
  }
};
