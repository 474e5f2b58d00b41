import { attempt } from "../../lib/async/attempt.ts";
import { creatorData, hexData, historyData, numberData, quantityData, type TransactionData } from "./chain-data.ts";
import type { CallRpc } from "./json-rpc.ts";
import { readHead } from "./read-blocks.ts";

export interface AddressFacts {
  /** Wei. */
  readonly balance: bigint;
  /** Number of transactions sent, or of contracts created. */
  readonly nonce: number;
  /** "0x" for accounts without code. */
  readonly code: string;
  readonly creator: { readonly hash: string; readonly creator: string } | undefined;
}

/** Reads an address. `known` is the previous result: a contract's creator does not change. */
export const readAddress = async (call: CallRpc, address: string, previous?: AddressFacts): Promise<AddressFacts> => {
  const [balance, nonce, code] = await Promise.all([
    call("eth_getBalance", address, "latest").then(quantityData.parse),
    call("eth_getTransactionCount", address, "latest").then(numberData.parse),
    call("eth_getCode", address, "latest").then(hexData.parse),
  ]);
  const creator = previous?.creator ?? (code === "0x" ? undefined : await creatorOf(call, address));
  return { balance, nonce, code, creator };
};

/** Returns a contract's creator; undefined if the node does not support it. */
const creatorOf = async (call: CallRpc, address: string): Promise<AddressFacts["creator"]> =>
  (await attempt(async () => creatorData.parse(await call("ots_getContractCreator", address)))) ?? undefined;

/** Where a page of a history starts: at the newest, or beyond a block number. */
export interface HistoryPlace {
  readonly before?: number;
  readonly after?: number;
}

export interface HistoryPage {
  readonly head: number;
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

export interface HistoryRow {
  readonly transaction: TransactionData;
  readonly failed: boolean;
}

/**
 * Reads transactions that an address sent or received, or that called it internally. Transactions of one block stay
 * together, so a page may exceed `size`. Throws if the node has no such index. `known` is the previous result.
 */
export const readHistory = async (
  call: CallRpc,
  address: string,
  { before = 0, after }: HistoryPlace,
  size: number,
  previous?: HistoryPage,
): Promise<HistoryPage> => {
  // The node scans its blocks for this query: it runs again only when there are new ones.
  const head = await readHead(call);
  if (previous?.head === head) return previous;
  const answer =
    after === undefined
      ? await call("ots_searchTransactionsBefore", address, before, size)
      : await call("ots_searchTransactionsAfter", address, after, size);
  const { txs, receipts, firstPage, lastPage } = historyData.parse(answer);
  const rows = txs.map((transaction, index) => ({ transaction, failed: receipts[index]?.status === 0 }));
  return { head, rows, hasNewer: !firstPage, hasOlder: !lastPage };
};
