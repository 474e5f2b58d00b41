import { useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import type { LogRow } from "../../../ui/log/log-view.tsx";
import { useLogSearch } from "../../../ui/log/use-log-search.ts";
import type { LogSearch } from "./log-search.tsx";

interface SearchInLog {
  readonly box: ComponentProps<typeof LogSearch>;
  /** Row index of the current match. */
  readonly current: number | undefined;
  /** For the log's section. Replaces the browser's search, which finds only rendered lines. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** State of the log search. Calls `onSearch` when the user searches or moves between matches. */
export const useSearchInLog = (rows: readonly LogRow[], onSearch: () => void): SearchInLog => {
  const box = useRef<HTMLDivElement>(null);
  const [word, setWord] = useState("");
  const [at, setAt] = useState(0);
  const matches = useLogSearch(rows, word);
  const found = matches.length;
  const input = () => box.current?.querySelector("input");
  return {
    box: {
      box,
      word,
      found,
      at,
      onWord: (next) => {
        setWord(next);
        setAt(0);
        if (next !== "") onSearch();
      },
      onMove: (step) => {
        if (found === 0) return;
        setAt((at + step + found) % found);
        onSearch();
      },
      onLeave: () => box.current?.closest("section")?.querySelector<HTMLElement>("[role=region]")?.focus(),
    },
    current: word === "" ? undefined : matches[at],
    onKeyDown: (event) => {
      if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input()?.focus();
      input()?.select();
    },
  };
};
