/**
 * A deployment's log as it is put together from two sources: pages the cloud has stored and lines the socket brings.
 * Each line is kept once, in the order of its number, whatever arrives twice, late or out of order.
 */
import type { LogLine } from "../../../../resources/hosting/log-line.ts";

export interface LogLines {
  /** Grows in place; read it again after each addition. */
  readonly lines: readonly LogLine[];
  /** The next page of the stored log, asked for after the last line held. */
  addStored(items: readonly LogLine[]): void;
  /** Lines the socket brought. */
  addLive(items: readonly LogLine[]): void;
  /** The cloud says it holds lines up to this number. */
  expect(seq: number): void;
  lastSeq(): number;
  /** Whether lines that exist are not here: the stored log must be asked for what follows `lastSeq`. */
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
