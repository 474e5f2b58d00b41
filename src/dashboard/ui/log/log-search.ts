import { plainText } from "./ansi.ts";
import { patternOf } from "./mark-spans.ts";

export interface LogSearch {
  /** Indexes of the rows that hold the word, as far as was looked. Grows in place. */
  readonly matches: readonly number[];
  /** Looks at so many further rows; tells whether some are left. Rows may be added meanwhile, at their end. */
  advance(rows: readonly { readonly content: string }[], limit: number): boolean;
}

/** Looks for a word in a log piece by piece, so that a screen stays alive however long the log is. */
export const createLogSearch = (word: string): LogSearch => {
  const matches: number[] = [];
  const pattern = patternOf(word);
  let seen = 0;
  return {
    matches,
    advance: (rows, limit) => {
      const end = word === "" ? rows.length : Math.min(rows.length, seen + limit);
      for (; word !== "" && seen < end; seen += 1) {
        pattern.lastIndex = 0;
        if (pattern.test(plainText(rows[seen]!.content))) matches.push(seen);
      }
      seen = end;
      return seen < rows.length;
    },
  };
};
