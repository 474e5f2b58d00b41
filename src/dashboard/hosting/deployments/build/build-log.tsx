import { useMemo, useState } from "react";
import { useBuildLog } from "../../flows/build-log/use-build-log.ts";
import { countOf, formatWhole } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/panels/copy-text.tsx";
import { downloadText } from "../../../ui/download.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import { plainText } from "../../../ui/log/ansi.ts";
import { plainLog } from "../../../ui/log/plain-log.ts";
import { LogSearch, useSearchInLog } from "../../../ui/log/search-in-log.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { Switch } from "../../../ui/fields/text-field.tsx";
import styles from "./build-log.module.css";
import { firstErrorIn } from "./first-error.ts";

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
