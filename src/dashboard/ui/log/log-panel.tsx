import type { ComponentProps, ReactNode } from "react";
import { Button } from "../button.tsx";
import styles from "./log-panel.module.css";
import { LogView } from "./log-view.tsx";

interface LogPanelProps extends ComponentProps<typeof LogView> {
  /** Shown without lines. */
  readonly empty?: ReactNode;
}

/** A log that may still grow, with an empty state and a button to its end. */
export const LogPanel = ({ empty, ...log }: LogPanelProps) => (
  <div className={styles.panel}>
    <LogView {...log} />
    {log.rows.length === 0 && empty && <p className={styles.empty}>{empty}</p>}
    {!log.following && log.rows.length > 0 && (
      <div className={styles.jump}>
        <Button size="small" icon="chevron-down" onClick={() => log.onFollowingChange(true)}>
          Jump to latest
        </Button>
      </div>
    )}
  </div>
);
