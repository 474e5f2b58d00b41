import type { KeyboardEvent, RefObject } from "react";
import { formatWhole } from "../../../lib/format/count.ts";
import { IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import styles from "./build-log.module.css";

interface LogSearchProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly word: string;
  readonly onWord: (word: string) => void;
  /** Lines that hold the word. */
  readonly found: number;
  /** Which of them is pointed out, from 0. */
  readonly at: number;
  readonly onMove: (step: 1 | -1) => void;
  /** Escape in the empty box. */
  readonly onLeave: () => void;
}

/** Searches the log: Enter goes to the next line, Shift and Enter to the one before, Escape empties the box. */
export const LogSearch = ({ box, word, onWord, found, at, onMove, onLeave }: LogSearchProps) => {
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") onMove(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && word === "") onLeave();
    else if (event.key === "Escape") onWord("");
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className={styles.search} role="search" onKeyDown={press}>
      <SearchField label="Search the log" value={word} onChange={onWord} />
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
