import { classNames } from "../../lib/class-names.ts";

type Tone = "success" | "warning" | "danger" | "info" | "neutral";

interface StatusTagProps {
  /** A build state ("RUNNING"), a deployment's state ("running") or any other label. */
  readonly state: string;
  readonly label?: string;
}

/** A status as dot and label. Running ones pulse; ready but not live ones have a hollow dot. */
export const StatusTag = ({ state, label }: StatusTagProps) => {
  const key = state.toLowerCase();
  const text = label ?? stateLabel(state);
  return (
    <span
      className={classNames(
        "fh-status",
        `is-${toneOf(key)}`,
        moving.has(key) && "is-moving",
        text === names.success && "is-hollow",
      )}
    >
      {text}
    </span>
  );
};

const moving = new Set(["pending", "running", "syncing", "creating", "generating", "pinning", "fetching"]);

const tones: Readonly<Record<string, Tone>> = {
  success: "success",
  live: "success",
  paused: "warning",
  synced: "success",
  running: "info",
  fetching: "info",
  syncing: "info",
  pending: "info",
  pinned: "success",
  pinning: "info",
  queued: "neutral",
  cancelled: "neutral",
  failure: "danger",
  failed: "danger",
  expired: "danger",
  valid: "success",
  invalid: "danger",
  warning: "warning",
  timeout: "warning",
  online: "success",
  normal: "success",
  disabled: "danger",
  credited: "success",
  granted: "success",
  suspense: "warning",
  current: "success",
  announced: "info",
  counted: "success",
  reversed: "danger",
};

const toneOf = (key: string): Tone => tones[key] ?? "neutral";

const names = {
  success: "Ready",
  running: "Building",
  syncing: "Publishing",
  pending: "Starting",
  failure: "Failed",
  timeout: "Timed out",
} as const satisfies Readonly<Record<string, string>>;

/** Returns a state's label. */
export const stateLabel = (state: string): string => {
  const key = state.toLowerCase();
  return (
    (names as Readonly<Record<string, string>>)[key] ?? key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ")
  );
};
