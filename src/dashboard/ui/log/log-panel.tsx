import type { ComponentProps, ReactNode } from "react";
import { countOf } from "../../lib/format/count.ts";
import { Button, IconButton } from "../button.tsx";
import { downloadText } from "../download.ts";
import { copyText } from "../panels/copy-text.tsx";
import styles from "./log-panel.module.css";
import { LogView } from "./log-view.tsx";
import { plainLog } from "./plain-log.ts";
import { LogSearch, useSearchInLog } from "./search-in-log.tsx";

interface LogPanelProps extends Omit<ComponentProps<typeof LogView>, "query"> {
  /** Name of the section around the log, its head and its notes. */
  readonly title: string;
  /** File name of a download, without its extension. */
  readonly fileName: string;
  /** Whether earlier lines are still being loaded: there is nothing complete to download. */
  readonly partial?: boolean;
  /** The height: of a page about the log, or of a log among other content. */
  readonly size?: "page" | "part";
  /** Before the number of lines. */
  readonly heading?: ReactNode;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Between head and lines. */
  readonly notes?: ReactNode;
  /** Shown without lines. */
  readonly empty?: ReactNode;
}

/** A log that may still grow, to search, copy and download. `current` is the marked row while nothing is searched. */
export const LogPanel = ({
  title,
  fileName,
  partial = false,
  size = "part",
  heading,
  tools,
  notes,
  empty,
  current,
  ...log
}: LogPanelProps) => {
  const { rows, following, onFollowingChange } = log;
  const search = useSearchInLog(rows, () => onFollowingChange(false));
  return (
    <section className={styles.log} aria-label={title} onKeyDown={search.onKeyDown}>
      <header className={styles.head}>
        {heading}
        <span className={styles.count} role="status">
          {countOf(rows.length, "line")}
        </span>
        <LogSearch {...search.box} />
        {tools}
        <IconButton
          icon="copy"
          size="small"
          label="Copy log"
          disabled={rows.length === 0}
          onClick={() => void plainLog(rows).then((parts) => copyText(parts.join("")))}
        />
        <IconButton
          icon="download"
          size="small"
          label="Download log"
          disabled={rows.length === 0 || partial}
          onClick={() => void plainLog(rows).then((parts) => downloadText(`${fileName}.txt`, parts))}
        />
      </header>
      {notes}
      <div className={size === "page" ? styles.page : styles.part}>
        <LogView {...log} query={search.box.word} current={search.current ?? current} />
        {rows.length === 0 && empty && <p className={styles.empty}>{empty}</p>}
        {!following && rows.length > 0 && (
          <div className={styles.jump}>
            <Button size="small" icon="chevron-down" onClick={() => onFollowingChange(true)}>
              Jump to latest
            </Button>
          </div>
        )}
      </div>
    </section>
  );
};
