import type { ReactNode } from "react";
import { problemOf } from "../flows/boost/problem-of.ts";
import type { IconName } from "../../ui/icons.ts";
import type { Cached } from "../../ui/cached/use-cached.ts";
import { State, type StateLook } from "../../ui/states/state.tsx";
import styles from "./states.module.css";

const look: StateLook = { state: styles.state, icon: styles.icon, error: styles.failed };

interface BoostDataProps<T> {
  /** From `useCall`. */
  readonly of: Omit<Cached<T>, "loading">;
  /** Number of placeholder rows while loading. */
  readonly rows?: number;
  readonly children: (value: T) => ReactNode;
}

/** The result of a call: skeleton while loading, error with a retry button. Keeps showing the last result. */
export const BoostData = <T,>({ of: { data, error, reload }, rows = 3, children }: BoostDataProps<T>) => {
  if (data !== undefined) return children(data);
  if (error) return <Failed error={error} onRetry={reload} />;
  return (
    <div className={styles.bars} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
};

interface FailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shows why a call failed, with a retry button. */
export const Failed = ({ error, onRetry }: FailedProps) => (
  <State kind="error" title="Couldn't load this" text={problemOf(error)} onRetry={onRetry} look={look} />
);

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

/** The empty state of a list, with an optional action. */
export const Nothing = (props: NothingProps) => <State kind="empty" look={look} {...props} />;
