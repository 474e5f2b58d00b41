/** Sends what an account has to do, one transaction after another, so that neither a crash nor another process makes anything twice. */
import { setTimeout as delay } from "node:timers/promises";
import { isError, type JsonRpcProvider, type TransactionRequest, type Wallet } from "ethers";

/** What there is to do, as the chain stands; undefined when it is done. */
export type Look = () => Promise<TransactionRequest | undefined>;

const patienceMs = 120_000;
const pauseMs = 50;
/** Room above an estimate, in per cent. */
const gasRoom = 30n;

/**
 * Looks and sends until there is nothing more to do ("done"), or the account cannot pay for it ("poor"). The account's number is read before
 * each look: who comes with the same number has looked at the same chain. Throws when the chain refuses something, or does not take it in time.
 */
export const sendAll = async (wallet: Wallet, look: Look): Promise<"done" | "poor"> => {
  const provider = wallet.provider as JsonRpcProvider;
  const numberNow = () => provider.getTransactionCount(wallet.address, "latest");
  for (;;) {
    const nonce = await numberNow();
    if ((await provider.getTransactionCount(wallet.address, "pending")) > nonce) {
      await until(async () => (await numberNow()) > nonce);
      continue;
    }
    const asked = await look();
    if (!asked) return "done";
    try {
      if ((await sendOne(wallet, { ...asked, nonce })) === "poor") return "poor";
    } catch (error) {
      // Another process of the cloud does the same: it has come before us, or is about to.
      const isTaken = isError(error, "NONCE_EXPIRED") || isError(error, "REPLACEMENT_UNDERPRICED");
      if (!isTaken && (error instanceof Refused || (await numberNow()) === nonce)) throw error;
    }
  }
};

const sendOne = async (wallet: Wallet, asked: TransactionRequest): Promise<"sent" | "poor"> => {
  const provider = wallet.provider as JsonRpcProvider;
  const from = wallet.address;
  const { maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
  const gasLimit = asked.gasLimit ?? ((await provider.estimateGas({ ...asked, from })) * (100n + gasRoom)) / 100n;
  if ((await provider.getBalance(from)) < BigInt(gasLimit) * maxFeePerGas!) return "poor";
  const { hash } = await wallet.sendTransaction({ ...asked, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
  await until(async () => (await provider.getTransactionCount(from, "latest")) > asked.nonce!);
  const receipt = await provider.getTransactionReceipt(hash);
  if (receipt && receipt.status !== 1) throw new Refused(hash);
  return "sent";
};

class Refused extends Error {
  constructor(hash: string) {
    super(`The chain rejected ${hash}.`);
  }
}

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error("A transaction was not mined in time.");
    await delay(pauseMs);
  }
};
