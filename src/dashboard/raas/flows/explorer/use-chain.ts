/** Live chain data for the explorer. */
import { useMemo, useRef } from "react";
import type { PublicRollup } from "../../../../../resources/raas/public-calls.ts";
import { createAsk, type CallRpc } from "../../../chains/rollup/json-rpc.ts";
import {
  readAddress,
  readHistory,
  type AddressFacts,
  type HistoryPage,
  type HistoryPlace,
} from "../../../chains/rollup/read-address.ts";
import { readActivity, type Activity } from "../../../chains/rollup/read-activity.ts";
import { readBlock, readLatest, type Latest, type WholeBlock } from "../../../chains/rollup/read-blocks.ts";
import { readTransaction, type WholeTransaction } from "../../../chains/rollup/read-transaction.ts";
import { useCached, type Cached } from "../../../ui/cached/use-cached.ts";

export type { AddressFacts, HistoryPage, HistoryPlace, Latest, WholeBlock, WholeTransaction };
export type { HistoryRow } from "../../../chains/rollup/read-address.ts";
export type { BlockData, CallData, LogData, TransactionData } from "../../../chains/rollup/chain-data.ts";
export type { Mined } from "../../../chains/rollup/read-transaction.ts";

/** Returns the client of a rollup's node. */
export const useAsk = ({ rpc }: Pick<PublicRollup, "rpc">): CallRpc => useMemo(() => createAsk(rpc), [rpc]);

/** An embedded rollup creates a block as soon as there is a transaction. */
const pollMs = 3000;
const activityPollMs = 15_000;
export const historySize = 25;

/** Returns the newest blocks up to `top`, or to the head. */
export const useLatest = (rollup: PublicRollup, count: number, top?: number): Cached<Latest> =>
  useRead<Latest>(rollup, `latest ${count} ${top ?? ""}`, (call, previous) => readLatest(call, count, top, previous));

/** Returns what the newest blocks contain. Asks rarely: each question wakes an idle rollup. */
export const useActivity = (rollup: Pick<PublicRollup, "rpc">): Cached<Activity> =>
  useRead<Activity>(rollup, "activity", readActivity, activityPollMs);

/** null: the block does not exist yet. */
export const useBlock = (rollup: PublicRollup, number: number | undefined): Cached<WholeBlock | null> =>
  useRead<WholeBlock | null>(rollup, number === undefined ? undefined : `block ${number}`, (call, previous) =>
    readBlock(call, number!, previous),
  );

/** null: the node does not know the transaction. */
export const useTransaction = (rollup: PublicRollup, hash: string | undefined): Cached<WholeTransaction | null> =>
  useRead<WholeTransaction | null>(rollup, hash, (call, previous) => readTransaction(call, hash!, previous));

export const useAddress = (rollup: PublicRollup, address: string | undefined): Cached<AddressFacts> =>
  useRead<AddressFacts>(rollup, address, (call, previous) => readAddress(call, address!, previous));

/** Returns a page of an address's transactions. */
export const useHistory = (rollup: PublicRollup, address: string, place: HistoryPlace): Cached<HistoryPage> =>
  useRead<HistoryPage>(rollup, `history ${address} ${place.before ?? ""} ${place.after ?? ""}`, (call, previous) =>
    readHistory(call, address, place, historySize, previous),
  );

/** Polls the rollup's node, passing the previous result to each read. An undefined key makes no calls. */
const useRead = <T extends object | null>(
  rollup: Pick<PublicRollup, "rpc">,
  key: string | undefined,
  read: (call: CallRpc, previous: T | undefined) => Promise<T>,
  refetchInterval = pollMs,
): Cached<T> => {
  const call = useAsk(rollup);
  const previous = useRef<{ readonly key: string | undefined; readonly value: T }>(undefined);
  return useCached<T>({
    queryKey: ["chain", rollup.rpc, key],
    queryFn: async () => {
      const value = await read(call, previous.current?.key === key ? previous.current?.value : undefined);
      previous.current = { key, value };
      return value;
    },
    enabled: key !== undefined,
    refetchInterval,
  });
};
