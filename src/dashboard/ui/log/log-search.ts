import { plainText } from "./ansi.ts";
import { patternOf } from "./mark-spans.ts";

export interface LogSearch {
  /** Indexes of the matching rows found so far. Grows in place. */
  readonly matches: readonly number[];
  /** Searches a number of further rows; returns whether some are left. Rows may be appended meanwhile. */
  advance(rows: readonly { readonly content: string }[], limit: number): boolean;
}

/** Creates a log search that runs step by step, so that the screen stays responsive for any length. */
export const createLogSearch = (query: string): LogSearch => {
  const matches: number[] = [];
  const pattern = patternOf(query);
  let seen = 0;
  return {
    matches,
    advance: (rows, limit) => {
      const end = query === "" ? rows.length : Math.min(rows.length, seen + limit);
      for (; query !== "" && seen < end; seen += 1) {
        pattern.lastIndex = 0;
        if (pattern.test(plainText(rows[seen]!.content))) matches.push(seen);
      }
      seen = end;
      return seen < rows.length;
    },
  };
};
