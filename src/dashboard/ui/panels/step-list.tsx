import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../icon.tsx";
import { Spinner } from "../states/spinner.tsx";
import styles from "./step-list.module.css";

interface StepListProps {
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly at: number;
}

/** Steps of an operation and its progress; screen readers announce each new step. Ours: antd's weigh 10 to 62 kB (decision 43). */
export const StepList = ({ steps, at }: StepListProps) => (
  <>
    <ol className={styles.list} aria-label="Progress">
      {steps.map((text, index) => (
        <li
          key={index}
          className={classNames(index < at && styles.isDone, index === at && styles.current)}
          aria-current={index === at ? "step" : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < at && <Icon name="check" size={14} />}
            {index === at && <Spinner />}
          </span>
          {text}
        </li>
      ))}
    </ol>
    <span className="fh-hidden" role="status">
      {steps[at]}
    </span>
  </>
);
