import * as z from "zod/mini";
import { attempt } from "../../lib/async/attempt.ts";
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
import type { CallRpc } from "./json-rpc.ts";
import { isStillValid, readHead } from "./read-blocks.ts";

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
  call: CallRpc,
  hash: string,
  previous?: WholeTransaction | null,
): Promise<WholeTransaction | null> => {
  if (previous?.mined) {
    const head = await readHead(call);
    if (isStillValid(previous.head, head, previous.mined.block.number)) return { ...previous, head };
  }
  const [head, data, receipt] = await Promise.all([
    readHead(call),
    call("eth_getTransactionByHash", hash).then(z.nullable(transactionData).parse),
    call("eth_getTransactionReceipt", hash).then(z.nullable(receiptData).parse),
  ]);
  if (!data) return null;
  const isMined = receipt !== null && typeof data.blockNumber === "number";
  return { head, transaction: data, mined: isMined ? await readMined(call, data, receipt) : undefined };
};

const readMined = async (
  call: CallRpc,
  { hash, blockNumber }: TransactionData,
  receipt: ReceiptData,
): Promise<Mined> => {
  const [block, revert, calls] = await Promise.all([
    call("eth_getBlockByNumber", toQuantity(blockNumber!), false).then(headerData.parse),
    receipt.status === 0 ? attempt(async () => hexData.parse(await call("ots_getTransactionError", hash))) : undefined,
    attempt(async () => z.array(callData).parse(await call("ots_traceTransaction", hash))),
  ]);
  // A stored trace contains at least the transaction itself.
  return { receipt, block, revert, calls: calls?.length === 0 ? undefined : calls };
};
