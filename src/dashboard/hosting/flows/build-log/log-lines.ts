/**
 * Merges a deployment's log from two sources: stored pages and the socket's lines. Each line is kept once, in the order
 * of its number, even if it arrives twice, late or out of order.
 */
import type { LogLine } from "../../../../../resources/hosting/log-line.ts";

export interface LogLines {
  /** Grows in place; read it again after each addition. */
  readonly lines: readonly LogLine[];
  /** Adds the next page of the stored log, fetched after `lastSeq`. */
  addStored(items: readonly LogLine[]): void;
  /** Adds lines from the socket. */
  addLive(items: readonly LogLine[]): void;
  /** Announces that the server stores lines up to this number. */
  expect(seq: number): void;
  lastSeq(): number;
  /** Whether lines are missing: the stored log must be fetched from `lastSeq`. */
  hasGap(): boolean;
}

export const createLogLines = (): LogLines => {
  const lines: LogLine[] = [];
  const early = new Map<number, LogLine>();
  let promised = 0;

  const lastSeq = () => lines.at(-1)?.seq ?? 0;

  const append = (line: LogLine) => {
    lines.push(line);
    early.delete(line.seq);
  };

  const takeEarly = () => {
    for (let next = early.get(lastSeq() + 1); next; next = early.get(lastSeq() + 1)) append(next);
    for (const seq of early.keys()) if (seq <= lastSeq()) early.delete(seq);
  };

  return {
    lines,
    addStored: (items) => {
      for (const line of items) if (line.seq > lastSeq()) append(line);
      takeEarly();
    },
    addLive: (items) => {
      for (const line of items) {
        if (line.seq === lastSeq() + 1) append(line);
        else if (line.seq > lastSeq()) early.set(line.seq, line);
      }
      takeEarly();
    },
    expect: (seq) => {
      promised = Math.max(promised, seq);
    },
    lastSeq,
    hasGap: () => early.size > 0 || promised > lastSeq(),
  };
};
