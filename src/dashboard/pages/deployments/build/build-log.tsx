import { useState } from "react";
import { useBuildLog } from "../../../flows/build-log/use-build-log.ts";
import { countOf } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
import { downloadText } from "../../../ui/download.ts";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import { plainLog } from "../../../ui/log/plain-log.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import styles from "./build-log.module.css";
import { LogSearch } from "./log-search.tsx";
import { useSearchInLog } from "./use-search-in-log.ts";

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
