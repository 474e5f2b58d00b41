import * as z from "zod/mini";
import { attempt } from "../../lib/attempt.ts";
import {
  callData,
  headerData,
  hexData,
  receiptData,
  toQuantity,
  transactionData,
  type CallData,
  type HeaderData,
  type ReceiptData,
  type TransactionData,
} from "./chain-data.ts";
import type { Ask } from "./json-rpc.ts";
import { isStill, readHead } from "./read-blocks.ts";

export interface WholeTransaction {
  readonly head: number;
  readonly transaction: TransactionData;
  /** undefined while it waits for its block. */
  readonly mined: Mined | undefined;
}

export interface Mined {
  readonly receipt: ReceiptData;
  readonly block: HeaderData;
  /** What it reverted with; "0x" says nothing. */
  readonly revert: string | undefined;
  /** The calls within it, in order; undefined where the node keeps them no more. */
  readonly calls: readonly CallData[] | undefined;
}

/** A transaction by its hash; null when the node knows none. `known` is the answer before. */
export const readTransaction = async (
  ask: Ask,
  hash: string,
  known?: WholeTransaction | null,
): Promise<WholeTransaction | null> => {
  if (known?.mined) {
    const head = await readHead(ask);
    if (isStill(known.head, head, known.mined.block.number)) return { ...known, head };
  }
  const [head, found, receipt] = await Promise.all([
    readHead(ask),
    ask("eth_getTransactionByHash", hash).then(z.nullable(transactionData).parse),
    ask("eth_getTransactionReceipt", hash).then(z.nullable(receiptData).parse),
  ]);
  if (!found) return null;
  const isMined = receipt !== null && typeof found.blockNumber === "number";
  return { head, transaction: found, mined: isMined ? await readMined(ask, found, receipt) : undefined };
};

const readMined = async (ask: Ask, { hash, blockNumber }: TransactionData, receipt: ReceiptData): Promise<Mined> => {
  const [block, revert, calls] = await Promise.all([
    ask("eth_getBlockByNumber", toQuantity(blockNumber!), false).then(headerData.parse),
    receipt.status === 0 ? attempt(async () => hexData.parse(await ask("ots_getTransactionError", hash))) : undefined,
    attempt(async () => z.array(callData).parse(await ask("ots_traceTransaction", hash))),
  ]);
  // A kept trace holds the transaction itself at least.
  return { receipt, block, revert, calls: calls?.length === 0 ? undefined : calls };
};
