/**
 * Follows a chain for subscriptions: its blocks in order, without gaps. The chain is polled only while there are
 * listeners.
 */
import { repeat } from "../../../kernel/repeat.ts";

/** The chain to follow. */
export interface FollowedChain {
  readonly blockMs: number;
  /** Sends a request to the chain. Throws if it fails or is rejected. */
  read(method: string, params: readonly unknown[]): Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface NewBlock {
  readonly header: Fields;
  readonly logs: readonly Fields[];
}

export type Follower = ReturnType<typeof followBlocks>;

const everyMsMin = 200;
const everyMsMax = 4000;

export const followBlocks = ({ blockMs, read }: FollowedChain) => {
  const listeners = new Map<(block: NewBlock) => void, boolean>();
  let last: number | undefined;
  let stopRunning: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isNudged = false;

  const headNow = async (): Promise<number> => Number(await read("eth_blockNumber", []));

  const blockAt = async (number: number): Promise<NewBlock> => {
    const block = await read("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]);
    if (block === null) throw new Error(`Block ${number} doesn't exist yet.`);
    const { transactions: _, uncles: __, withdrawals: ___, ...header } = block as Fields;
    const needsLogs = [...listeners.values()].some(Boolean);
    const logs = needsLogs ? ((await read("eth_getLogs", [{ blockHash: header["hash"] }])) as Fields[]) : [];
    return { header, logs };
  };

  const walk = async (): Promise<void> => {
    const head = await headNow();
    // During each request, all listeners may leave, and others may join at another block.
    while (last !== undefined && last < head) {
      const next: number = last + 1;
      const block = await blockAt(next);
      if (last !== next - 1) return;
      last = next;
      for (const listener of listeners.keys()) listener(block);
    }
  };

  /** Failed requests are repeated the next time. */
  const run = (): void => {
    if (listeners.size === 0) return;
    isNudged = running !== undefined;
    running ??= walk()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (isNudged) run();
      });
  };

  const stop = (listener: (block: NewBlock) => void): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopRunning?.();
    stopRunning = undefined;
    last = undefined;
  };

  return {
    /** Passes blocks from now on to `listener`; resolves once none can be missed. Throws if the chain does not answer. */
    follow: async (listener: (block: NewBlock) => void, wantsLogs: boolean): Promise<() => void> => {
      const head = last ?? (await headNow());
      last ??= head;
      listeners.set(listener, wantsLogs);
      stopRunning ??= repeat(Math.min(everyMsMax, Math.max(everyMsMin, blockMs)), run);
      return () => stop(listener);
    },
    /** Checks for a new block. */
    nudge: run,
    close: (): void => {
      listeners.clear();
      stopRunning?.();
    },
  };
};

/** Matches logs like eth_getLogs: one address or several; for each topic nothing, one or several. */
export const fitsFilter = (log: Fields, filter: unknown): boolean => {
  const { address, topics = [] } = (filter ?? {}) as { readonly address?: unknown; readonly topics?: unknown };
  const own = Array.isArray(log["topics"]) ? (log["topics"] as unknown[]) : [];
  const filters = Array.isArray(topics) ? (topics as unknown[]) : [];
  return fits(address, log["address"]) && filters.every((topic, place) => fits(topic, own[place]));
};

const fits = (expected: unknown, value: unknown): boolean => {
  if (expected === null || expected === undefined) return true;
  const choices = Array.isArray(expected) ? (expected as unknown[]) : [expected];
  return choices.length === 0 || choices.some((choice) => String(choice).toLowerCase() === String(value).toLowerCase());
};
