import { useRef, useState, type ComponentProps, type KeyboardEvent, type RefObject } from "react";
import { formatWhole } from "../../lib/format/count.ts";
import { IconButton } from "../button.tsx";
import { SearchField } from "../fields/search-field.tsx";
import type { LogRow } from "./log-view.tsx";
import styles from "./search-in-log.module.css";
import { useLogSearch } from "./use-log-search.ts";

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

interface LogSearchProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly word: string;
  readonly onWord: (word: string) => void;
  /** Number of matching lines. */
  readonly found: number;
  /** Index of the current match. */
  readonly at: number;
  readonly onMove: (step: 1 | -1) => void;
  /** Called on Escape in the empty field. */
  readonly onLeave: () => void;
}

/** Searches the log. Enter goes to the next match, Shift+Enter to the previous one, Escape clears the field. */
export const LogSearch = ({ box, word, onWord, found, at, onMove, onLeave }: LogSearchProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onMove(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && word === "") onLeave();
    else if (event.key === "Escape") onWord("");
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className={styles.search} role="search" onKeyDown={onKeyDown}>
      <SearchField label="Search log" value={word} onChange={onWord} />
      <span className={styles.found} role="status">
        {word !== "" && (found === 0 ? "No matches" : `${formatWhole(at + 1)} of ${formatWhole(found)}`)}
      </span>
      {word !== "" && (
        <>
          <IconButton
            icon="chevron-up"
            size="small"
            label="Previous match"
            disabled={found === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="chevron-down"
            size="small"
            label="Next match"
            disabled={found === 0}
            onClick={() => onMove(1)}
          />
        </>
      )}
    </div>
  );
};
