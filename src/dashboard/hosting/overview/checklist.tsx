import { Link } from "react-router";
import { usePrefetch } from "../../framework/prefetch.ts";
import { classNames } from "../../lib/class-names.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import styles from "./checklist.module.css";
import type { Step } from "./use-steps.ts";

interface ChecklistProps {
  readonly steps: readonly Step[];
  readonly onDismiss: () => void;
}

/** First steps of a new team with their progress. */
export const Checklist = ({ steps, onDismiss }: ChecklistProps) => {
  const prefetch = usePrefetch();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.checklist} aria-labelledby="checklist">
      <header>
        <h2 id="checklist">Get started</h2>
        <span className={styles.count}>
          {done} of {steps.length}
        </span>
        <div className={styles.progress}>
          <ProgressBar label="Progress" value={done / steps.length} />
        </div>
        <IconButton icon="close" label="Dismiss checklist" size="small" onClick={onDismiss} />
      </header>
      <ol>
        {steps.map(({ title, text, icon, to, isDone }) => (
          <li key={to} className={classNames(isDone && styles.done)}>
            <Link to={to} onPointerEnter={() => prefetch(to)} onFocus={() => prefetch(to)}>
              <span className={styles.mark}>
                <Icon name={isDone ? "check" : icon} size={16} />
              </span>
              <span className={styles.texts}>
                <strong>{title}</strong>
                {isDone && <span className="fh-hidden"> (done)</span>}
                <small>{text}</small>
              </span>
              <Icon name="chevron" size={16} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
};
