import type { ReactNode } from "react";
import { problemOf } from "../flows/boost/problem-of.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icons.ts";
import type { Cached } from "../../ui/cached/use-cached.ts";
import styles from "./states.module.css";

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
  <section className={`${styles.state} ${styles.failed}`} role="alert">
    <span className={styles.icon}>
      <Icon name="alert" size={24} />
    </span>
    <h2>Couldn't load this</h2>
    <p>{problemOf(error)}</p>
    <Button icon="refresh" onClick={onRetry}>
      Retry
    </Button>
  </section>
);

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

/** The empty state of a list, with an optional action. */
export const Nothing = ({ icon, title, text, action }: NothingProps) => (
  <section className={styles.state}>
    <span className={styles.icon}>
      <Icon name={icon} size={24} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    {action}
  </section>
);
