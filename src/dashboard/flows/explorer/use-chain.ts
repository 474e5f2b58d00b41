/** What the explorer shows, as it changes on the chain. */
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
import { useAsk, type PublicRollup } from "./use-rollup.ts";

export type { AddressFacts, HistoryPage, HistoryPlace, Latest, WholeBlock, WholeTransaction };
export type { HistoryRow } from "../../chains/rollup/read-address.ts";
export type { BlockData, CallData, LogData, TransactionData } from "../../chains/rollup/chain-data.ts";
export type { Mined } from "../../chains/rollup/read-transaction.ts";

/** An embedded rollup makes a block as soon as there is something for it. */
const pollMs = 3000;
export const historySize = 25;

/** The newest blocks up to `top`, or to the head. */
export const useLatest = (rollup: PublicRollup, count: number, top?: number): Polled<Latest> => {
  const ask = useAsk(rollup);
  const known = useRef<{ readonly key: string; readonly latest: Latest }>(undefined);
  const key = `${rollup.rpc} ${count} ${top ?? ""}`;
  return usePolled(
    key,
    async () => {
      const before = known.current?.key === key ? known.current.latest : undefined;
      const latest = await readLatest(ask, count, top, before);
      known.current = { key, latest };
      return latest;
    },
    pollMs,
  );
};

/** null: there is no such block yet. */
export const useBlock = (rollup: PublicRollup, number: number | undefined): Polled<WholeBlock | null> => {
  const ask = useAsk(rollup);
  const key = number === undefined ? undefined : `${rollup.rpc} ${number}`;
  return usePolled(key, () => readBlock(ask, number!), pollMs);
};

/** null: the node knows no such transaction. */
export const useTransaction = (rollup: PublicRollup, hash: string | undefined): Polled<WholeTransaction | null> => {
  const ask = useAsk(rollup);
  const key = hash === undefined ? undefined : `${rollup.rpc} ${hash}`;
  return usePolled(key, () => readTransaction(ask, hash!), pollMs);
};

export const useAddress = (rollup: PublicRollup, address: string | undefined): Polled<AddressFacts> => {
  const ask = useAsk(rollup);
  const key = address === undefined ? undefined : `${rollup.rpc} ${address}`;
  return usePolled(key, () => readAddress(ask, address!), pollMs);
};

/** A page of an address's transactions; only the newest page is looked at again. */
export const useHistory = (rollup: PublicRollup, address: string, place: HistoryPlace): Polled<HistoryPage> => {
  const ask = useAsk(rollup);
  const { before, after } = place;
  const isNewest = before === undefined && after === undefined;
  const key = `${rollup.rpc} ${address} ${before ?? ""} ${after ?? ""}`;
  return usePolled(key, () => readHistory(ask, address, place, historySize), isNewest ? pollMs : undefined);
};
