import { StatusTag } from "./status-tag.tsx";

export type SyncStep = "waiting" | "syncing" | "synced" | "timeout" | "failure";

interface SyncStateProps {
  readonly state: SyncStep;
  /** Reason of the failure, if reported. */
  readonly reason?: string;
}

const labels: Readonly<Record<SyncStep, string>> = {
  waiting: "Waiting",
  syncing: "Syncing",
  synced: "Synced",
  timeout: "Timed out",
  failure: "Failed",
};

/** Status of a copy to another network. */
export const SyncState = ({ state, reason }: SyncStateProps) => (
  <span className="fh-ellipsis" title={reason}>
    <StatusTag state={state} label={labels[state]} />
    {reason && <span className="fh-muted">: {reason}</span>}
  </span>
);
