import type { AnsiSpan } from "./ansi.ts";

export interface MarkedSpan extends AnsiSpan {
  /** Part of a match. */
  readonly marked: boolean;
}

/** Returns a case-insensitive pattern that matches the query literally. */
export const patternOf = (query: string): RegExp =>
  new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), "giu");

/** Splits a line's spans at the matches, which may cover several spans. */
export const markSpans = (spans: readonly AnsiSpan[], query: string): readonly MarkedSpan[] => {
  if (query === "") return spans.map((span) => ({ ...span, marked: false }));
  const ranges = rangesOf(spans.map(({ text }) => text).join(""), query);
  let start = 0;
  return spans.flatMap((span) => {
    const pieces = cut(span, start, ranges);
    start += span.text.length;
    return pieces;
  });
};

type Range = readonly [start: number, end: number];

const rangesOf = (text: string, query: string): Range[] =>
  [...text.matchAll(patternOf(query))].map((match) => [match.index, match.index + match[0].length]);

const cut = ({ text, style }: AnsiSpan, start: number, ranges: readonly Range[]): MarkedSpan[] => {
  const pieces: MarkedSpan[] = [];
  let at = 0;
  const push = (end: number, marked: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), style, marked });
    at = Math.max(at, end);
  };
  for (const [from, to] of ranges) {
    push(Math.min(from - start, text.length), false);
    push(Math.min(to - start, text.length), true);
  }
  push(text.length, false);
  return pieces;
};
