import { useState } from "react";
import { useBuildLog } from "../../../flows/build-log/use-build-log.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.tsx";
import { plainText } from "../../../ui/log/ansi.ts";
import { LogView } from "../../../ui/log/log-view.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Switch } from "../../../ui/text-field.tsx";
import styles from "./build-log.module.css";

interface BuildLogProps {
  readonly taskId: string;
  readonly running: boolean;
}

/** A deployment's log, complete and live. */
export const BuildLog = ({ taskId, running }: BuildLogProps) => {
  const { lines, status, retry } = useBuildLog(taskId);
  const [following, setFollowing] = useState(true);
  return (
    <section className={styles.log} aria-label="Build log">
      <header className={styles.head}>
        <h2>Log</h2>
        <span className={styles.count} role="status">
          {lines.length.toLocaleString("en")} {lines.length === 1 ? "line" : "lines"}
        </span>
        {running && <Switch label="Follow" checked={following} onChange={setFollowing} />}
        <IconButton
          icon="copy"
          size="small"
          label="Copy log"
          disabled={lines.length === 0}
          onClick={() => void copyText(lines.map(({ content }) => plainText(content)).join("\n"))}
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
          Some of this log could not be loaded.
        </Banner>
      )}
      <div className={styles.body}>
        <LogView label="Log lines" rows={lines} following={following} onFollowingChange={setFollowing} />
        {lines.length === 0 && status !== "failed" && (
          <p className={styles.waiting}>{status === "loading" || running ? <Waiting /> : "Nothing was written."}</p>
        )}
        {!following && lines.length > 0 && (
          <div className={styles.jump}>
            <Button size="small" icon="chevron-down" onClick={() => setFollowing(true)}>
              Jump to end
            </Button>
          </div>
        )}
      </div>
    </section>
  );
};

const Waiting = () => (
  <>
    <Spinner /> Waiting for the first line…
  </>
);
