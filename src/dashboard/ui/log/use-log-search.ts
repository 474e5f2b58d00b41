import { useEffect, useMemo, useState } from "react";
import { createLogSearch } from "./log-search.ts";
import type { LogRow } from "./log-view.tsx";

/** Rows looked at before the screen may draw and hear again. */
const rowsAtOnce = 4000;

/** Indexes of the rows that hold the word, complete a moment after the log or the word has changed. */
export const useLogSearch = (rows: readonly LogRow[], word: string): readonly number[] => {
  const search = useMemo(() => createLogSearch(word), [word]);
  const [, setTurn] = useState(0);
  const { length } = rows;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const found = search.matches.length;
      const more = search.advance(rows, rowsAtOnce);
      if (search.matches.length > found) setTurn((turn) => turn + 1);
      if (more) timer = setTimeout(look);
    };
    look();
    return () => clearTimeout(timer);
    // A log grows in place: its length tells.
  }, [search, rows, length]);
  return search.matches;
};
