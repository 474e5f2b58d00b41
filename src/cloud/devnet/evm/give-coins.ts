/** The faucet: sends worthless coins of local chains to any address. */
import { setTimeout as delay } from "node:timers/promises";
import { Interface, isError, type TransactionResponse, type Wallet } from "ethers";
import { faucetBoostTokens, faucetDollars } from "../../../../resources/chains/limits.ts";

export interface Gift {
  readonly to: string;
  /** Address of the stablecoin contract. */
  readonly usd: string;
  /** Address of the Boost token on its chain. */
  readonly boostToken?: string | undefined;
  /** Price of one coin of the chain in US dollars ×1e18. */
  readonly coinPrice: bigint;
}

const stablecoin = new Interface(["function faucet(uint256 amount)", "function transfer(address to, uint256 amount)"]);
const unit = 10n ** 18n;
const usdUnit = 1_000_000n;
/** Fixed because the second transaction can't be estimated before the first one is in a block. */
const gasLimit = 200_000n;
const attempts = 3;
const patienceMs = 15_000;
const pauseMs = 50;

/**
 * Sends both coins, each with the same value in dollars, and Boost tokens if there are any. Resolves when they have
 * arrived.
 */
export const giveCoins = async (treasury: Wallet, { to, usd, boostToken, coinPrice }: Gift): Promise<void> => {
  const amount = faucetDollars * usdUnit;
  await send(treasury, { to, value: (faucetDollars * unit * unit) / coinPrice, gasLimit });
  await send(treasury, { to: usd, data: stablecoin.encodeFunctionData("faucet", [amount]), gasLimit });
  const transfer = (token: string, units: bigint) =>
    send(treasury, { to: token, data: stablecoin.encodeFunctionData("transfer", [to, units]), gasLimit });
  const dollars = await transfer(usd, amount);
  const last = boostToken === undefined ? dollars : await transfer(boostToken, faucetBoostTokens * unit);
  await receiptOf(last, patienceMs);
};

/** Retries if another process used the same nonce. */
const send = async (treasury: Wallet, transaction: Parameters<Wallet["sendTransaction"]>[0]) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await treasury.sendTransaction(transaction);
    } catch (error) {
      const isTaken = isError(error, "NONCE_EXPIRED") || isError(error, "REPLACEMENT_UNDERPRICED");
      if (!isTaken || attempt === attempts) throw error;
    }
  }
};

const receiptOf = async ({ provider, hash }: TransactionResponse, withinMs: number): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while ((await provider.getTransactionReceipt(hash)) === null) {
    if (Date.now() > deadline) throw new Error(`Transaction ${hash} was not mined in time.`);
    await delay(pauseMs);
  }
};
