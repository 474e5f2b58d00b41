import { useState } from "react";
import type { ShownLog } from "../../flows/build-log/use-build-log.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { LogPanel } from "../../../ui/log/log-panel.tsx";
import { plainText } from "../../../ui/log/ansi.ts";
import { Spinner } from "../../../ui/states/spinner.tsx";
import { Switch } from "../../../ui/fields/text-field.tsx";
import styles from "./build-log.module.css";

interface BuildLogProps {
  readonly log: ShownLog;
  readonly running: boolean;
  /** Row index of the first error, at which the log opens. */
  readonly errorAt: number | undefined;
  /** File name of a download, without its extension. */
  readonly fileName: string;
}

/** A deployment's log, complete and live. */
export const BuildLog = ({ log: { lines, status, retry }, running, errorAt, fileName }: BuildLogProps) => {
  const [isFollowing, setFollowing] = useState(true);
  const [atError, setAtError] = useState(true);
  const showsError = errorAt !== undefined && atError;
  const following = isFollowing && !showsError;
  return (
    <LogPanel
      title="Build log"
      label="Log lines"
      fileName={fileName}
      partial={status === "loading"}
      size="page"
      heading={<h2>Log</h2>}
      tools={running && <Switch label="Follow" checked={following} onChange={setFollowing} />}
      notes={
        <>
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
        </>
      }
      rows={lines}
      following={following}
      onFollowingChange={(next) => {
        setFollowing(next);
        setAtError(false);
      }}
      current={showsError ? errorAt : undefined}
      empty={status !== "failed" && (status === "loading" || running ? <WaitingForOutput /> : "The log is empty.")}
    />
  );
};

const WaitingForOutput = () => (
  <>
    <Spinner /> Waiting for output…
  </>
);
