import { useEffect, useMemo, useState } from "react";
import { createLogSearch } from "./log-search.ts";
import type { LogRow } from "./log-view.tsx";

/** Rows searched before the screen can render and handle input. */
const rowsAtOnce = 4000;

/** Returns the indexes of the matching rows, completed shortly after the log or the query has changed. */
export const useLogSearch = (rows: readonly LogRow[], query: string): readonly number[] => {
  const search = useMemo(() => createLogSearch(query), [query]);
  const [, setTurn] = useState(0);
  const { length } = rows;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = () => {
      const found = search.matches.length;
      const more = search.advance(rows, rowsAtOnce);
      if (search.matches.length > found) setTurn((turn) => turn + 1);
      if (more) timer = setTimeout(step);
    };
    step();
    return () => clearTimeout(timer);
    // A log grows in place, so its length is the dependency.
  }, [search, rows, length]);
  return search.matches;
};
