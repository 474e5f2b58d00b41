import { useRef, useState, type ComponentProps, type KeyboardEvent } from "react";
import { useBuildLog } from "../../../flows/build-log/use-build-log.ts";
import { countOf } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
import { downloadText } from "../../../ui/download.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import type { LogRow } from "../../../ui/log/log-view.tsx";
import { plainLog } from "../../../ui/log/plain-log.ts";
import { useLogSearch } from "../../../ui/log/use-log-search.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import styles from "./build-log.module.css";
import { LogSearch } from "./log-search.tsx";

interface BuildLogProps {
  readonly taskId: string;
  readonly running: boolean;
  /** File name of a download, without its extension. */
  readonly fileName: string;
}

/** A deployment's log, complete and live. */
export const BuildLog = ({ taskId, running, fileName }: BuildLogProps) => {
  const { lines, status, retry } = useBuildLog(taskId);
  const [following, setFollowing] = useState(true);
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
      <div className={styles.body}>
        <LogPanel
          label="Log lines"
          rows={lines}
          following={following}
          onFollowingChange={setFollowing}
          query={search.box.word}
          current={search.current}
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
