/** Reads a local chain for tests. */
import type { JsonRpcProvider, TransactionReceipt } from "ethers";
import { expect, vi } from "vitest";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import type { CloudChain } from "../../../src/cloud/devnet/evm/cloud-chain.ts";

/**
 * Waits until the last transaction is confirmed and no further block is mined. Returns the number of the last block.
 */
export const chainEnds = async (
  { database: { db } }: { readonly database: Pick<Database, "db"> },
  { key, confirmations, connect, isMining }: CloudChain,
): Promise<number> => {
  const provider = await connect();
  await vi.waitFor(
    async () => {
      const rows = await db
        .selectFrom("evm_block")
        .select(["number", "transactions"])
        .where("chain", "=", key)
        .execute();
      const pending = await db.selectFrom("evm_pending").select("hash").where("chain", "=", key).execute();
      const used = Math.max(...rows.filter(({ transactions }) => transactions.length > 0).map(({ number }) => number));
      expect(pending).toEqual([]);
      expect(isMining()).toBe(false);
      expect(await provider.getBlockNumber()).toBe(used + confirmations + 1);
    },
    { timeout: 20_000, interval: 20 },
  );
  return provider.getBlockNumber();
};

/**
 * Returns the receipt of a transaction with this many confirmations. Polls, because ethers waits for blocks that may
 * not come.
 */
export const receiptOf = (
  provider: JsonRpcProvider,
  { hash }: { readonly hash: string },
  confirmations = 1,
): Promise<TransactionReceipt> =>
  vi.waitFor(
    async () => {
      const receipt = await provider.getTransactionReceipt(hash);
      if (!receipt || (await receipt.confirmations()) < confirmations) throw new Error(`${hash} is not confirmed yet.`);
      return receipt;
    },
    { timeout: 20_000, interval: 20 },
  );

/** Reads every block of a chain with its receipts and logs over JSON-RPC. */
export const wholeChain = async (provider: JsonRpcProvider): Promise<unknown[]> => {
  const head = Number(await provider.send("eth_blockNumber", []));
  const numbers = Array.from({ length: head + 1 }, (_each, number) => `0x${number.toString(16)}`);
  const blocks = numbers.map(async (number) => [
    await provider.send("eth_getBlockByNumber", [number, true]),
    await provider.send("eth_getBlockReceipts", [number]),
    await provider.send("eth_getLogs", [{ fromBlock: number, toBlock: number }]),
  ]);
  return Promise.all(blocks);
};
