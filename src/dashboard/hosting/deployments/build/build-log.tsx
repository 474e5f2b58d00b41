import { useMemo, useRef, useState, type ComponentProps, type KeyboardEvent, type RefObject } from "react";
import { useBuildLog } from "../../flows/build-log/use-build-log.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { downloadText } from "../../../ui/download.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import type { LogRow } from "../../../ui/log/log-view.tsx";
import { plainText } from "../../../ui/log/ansi.ts";
import { plainLog } from "../../../ui/log/plain-log.ts";
import { useLogSearch } from "../../../ui/log/use-log-search.ts";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { Switch } from "../../../ui/fields/text-field.tsx";
import styles from "./build-log.module.css";
import { firstErrorIn } from "./first-error.ts";
import { SearchField } from "../../../ui/fields/search-field.tsx";

interface BuildLogProps {
  readonly taskId: string;
  readonly running: boolean;
  /** Opens the log at its first error. */
  readonly failed: boolean;
  /** File name of a download, without its extension. */
  readonly fileName: string;
}

/** A deployment's log, complete and live. */
export const BuildLog = ({ taskId, running, failed, fileName }: BuildLogProps) => {
  const { lines, status, retry } = useBuildLog(taskId);
  const [isFollowing, setFollowing] = useState(true);
  const [atError, setAtError] = useState(true);
  // A log grows in place, so its length is the dependency.
  // oxlint-disable-next-line react/exhaustive-deps
  const errorAt = useMemo(() => (failed ? firstErrorIn(lines) : undefined), [failed, lines, lines.length]);
  const showsError = errorAt !== undefined && atError;
  const following = isFollowing && !showsError;
  const search = useSearchInLog(lines, () => setFollowing(false));
  return (
    <section className={styles.log} aria-label="Build log" onKeyDown={search.onKeyDown}>
      <header className={styles.head}>
        <h2>Log</h2>
        <span className={styles.count} role="status">
          {countOf(lines.length, "line")}
        </span>
        <LogSearch {...search.box} />
        {running && <Switch label="Follow" checked={following} onChange={setFollowing} />}
        <IconButton
          icon="copy"
          size="small"
          label="Copy log"
          disabled={lines.length === 0}
          onClick={() => void plainLog(lines).then((parts) => copyText(parts.join("")))}
        />
        <IconButton
          icon="download"
          size="small"
          label="Download log"
          disabled={lines.length === 0 || status === "loading"}
          onClick={() => void plainLog(lines).then((parts) => downloadText(`${fileName}.txt`, parts))}
        />
      </header>
      {status === "failed" && (
        <Banner
          kind="warning"
          action={
            <Button size="small" onClick={retry}>
              Retry
            </Button>
          }
        >
          Couldn't load part of this log.
        </Banner>
      )}
      {errorAt !== undefined && (
        <div className={styles.error} role="note">
          <span>First error, line {formatWhole(lines[errorAt]!.seq)}</span>
          <code>{plainText(lines[errorAt]!.content).trim()}</code>
          <Button size="small" onClick={() => setAtError(true)}>
            Go to line
          </Button>
        </div>
      )}
      <div className={styles.body}>
        <LogPanel
          label="Log lines"
          rows={lines}
          following={following}
          onFollowingChange={(next) => {
            setFollowing(next);
            setAtError(false);
          }}
          query={search.box.word}
          current={search.current ?? (showsError ? errorAt : undefined)}
          empty={status !== "failed" && (status === "loading" || running ? <WaitingForOutput /> : "The log is empty.")}
        />
      </div>
    </section>
  );
};

const WaitingForOutput = () => (
  <>
    <Spinner /> Waiting for output…
  </>
);

interface SearchInLog {
  readonly box: ComponentProps<typeof LogSearch>;
  /** Row index of the current match. */
  readonly current: number | undefined;
  /** For the log's section. Replaces the browser's search, which finds only rendered lines. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** State of the log search. Calls `onSearch` when the user searches or moves between matches. */
const useSearchInLog = (rows: readonly LogRow[], onSearch: () => void): SearchInLog => {
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
const LogSearch = ({ box, word, onWord, found, at, onMove, onLeave }: LogSearchProps) => {
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
