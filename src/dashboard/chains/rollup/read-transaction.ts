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
  /** undefined while pending. */
  readonly mined: Mined | undefined;
}

export interface Mined {
  readonly receipt: ReceiptData;
  readonly block: HeaderData;
  /** Revert data; "0x" without a reason. */
  readonly revert: string | undefined;
  /** Internal calls, in order; undefined if the node no longer stores them. */
  readonly calls: readonly CallData[] | undefined;
}

/** Reads a transaction by its hash; null if unknown. `known` is the previous result. */
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
  // A stored trace contains at least the transaction itself.
  return { receipt, block, revert, calls: calls?.length === 0 ? undefined : calls };
};
