import type { KeyboardEvent, RefObject } from "react";
import { formatWhole } from "../../../lib/format/count.ts";
import { IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import styles from "./build-log.module.css";

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
