/** Live chain data for the explorer. */
import { useRef } from "react";
import {
  readAddress,
  readHistory,
  type AddressFacts,
  type HistoryPage,
  type HistoryPlace,
} from "../../chains/rollup/read-address.ts";
import { readBlock, readLatest, type Latest, type WholeBlock } from "../../chains/rollup/read-blocks.ts";
import { readTransaction, type WholeTransaction } from "../../chains/rollup/read-transaction.ts";
import { usePolled, type Polled } from "../../ui/use-polled.ts";
import { useAsk, type Ask, type PublicRollup } from "./use-rollup.ts";

export type { AddressFacts, HistoryPage, HistoryPlace, Latest, WholeBlock, WholeTransaction };
export type { HistoryRow } from "../../chains/rollup/read-address.ts";
export type { BlockData, CallData, LogData, TransactionData } from "../../chains/rollup/chain-data.ts";
export type { Mined } from "../../chains/rollup/read-transaction.ts";

/** An embedded rollup creates a block as soon as there is a transaction. */
const pollMs = 3000;
export const historySize = 25;

/** Returns the newest blocks up to `top`, or to the head. */
export const useLatest = (rollup: PublicRollup, count: number, top?: number): Polled<Latest> =>
  useRead<Latest>(rollup, `latest ${count} ${top ?? ""}`, (call, previous) => readLatest(call, count, top, previous));

/** null: the block does not exist yet. */
export const useBlock = (rollup: PublicRollup, number: number | undefined): Polled<WholeBlock | null> =>
  useRead<WholeBlock | null>(rollup, number === undefined ? undefined : `block ${number}`, (call, previous) =>
    readBlock(call, number!, previous),
  );

/** null: the node does not know the transaction. */
export const useTransaction = (rollup: PublicRollup, hash: string | undefined): Polled<WholeTransaction | null> =>
  useRead<WholeTransaction | null>(rollup, hash, (call, previous) => readTransaction(call, hash!, previous));

export const useAddress = (rollup: PublicRollup, address: string | undefined): Polled<AddressFacts> =>
  useRead<AddressFacts>(rollup, address, (call, previous) => readAddress(call, address!, previous));

/** Returns a page of an address's transactions. */
export const useHistory = (rollup: PublicRollup, address: string, place: HistoryPlace): Polled<HistoryPage> =>
  useRead<HistoryPage>(rollup, `history ${address} ${place.before ?? ""} ${place.after ?? ""}`, (call, previous) =>
    readHistory(call, address, place, historySize, previous),
  );

/** Polls the rollup's node, passing the previous result to each read. An undefined key makes no calls. */
const useRead = <T extends object | null>(
  rollup: PublicRollup,
  key: string | undefined,
  read: (call: Ask, previous: T | undefined) => Promise<T>,
): Polled<T> => {
  const call = useAsk(rollup);
  const previous = useRef<{ readonly key: string | undefined; readonly value: T }>(undefined);
  return usePolled(
    key === undefined ? undefined : `${rollup.rpc} ${key}`,
    async () => {
      const value = await read(call, previous.current?.key === key ? previous.current?.value : undefined);
      previous.current = { key, value };
      return value;
    },
    pollMs,
  );
};
