import { useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import type { LogRow } from "../../../ui/log/log-view.tsx";
import { useLogSearch } from "../../../ui/log/use-log-search.ts";
import type { LogSearch } from "./log-search.tsx";

interface SearchInLog {
  readonly box: ComponentProps<typeof LogSearch>;
  /** Index of the row that is pointed out. */
  readonly current: number | undefined;
  /** For the section around the log: the browser's own search would find only the lines in sight. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The word, its lines, and which of them is pointed out. `onLook` is told when a person looks for something. */
export const useSearchInLog = (rows: readonly LogRow[], onLook: () => void): SearchInLog => {
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
        if (next !== "") onLook();
      },
      onMove: (step) => {
        if (found === 0) return;
        setAt((at + step + found) % found);
        onLook();
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
