import { isReachable, steps, type RollupForm, type Step } from "../../../flows/order-rollup/rollup-form.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./create.module.css";

interface StepListProps {
  readonly wish: RollupForm;
  readonly step: Step;
  readonly onGo: (step: Step) => void;
}

const names: Readonly<Record<Step, string>> = {
  stack: "Stack",
  data: "Data",
  settlement: "Settlement",
  details: "Details",
  summary: "Summary",
};

/** The steps of an order. Completed steps and the next one can be opened. */
export const StepList = ({ wish, step, onGo }: StepListProps) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map((each, at) => {
      const isDone = at < steps.indexOf(step);
      return (
        <li key={each}>
          <button
            type="button"
            className={classNames(each === step && styles.here, isDone && styles.done)}
            aria-current={each === step ? "step" : undefined}
            disabled={!isReachable(wish, each)}
            onClick={() => onGo(each)}
          >
            <i aria-hidden="true">{isDone ? <Icon name="check" size={14} /> : at + 1}</i>
            <span>{names[each]}</span>
          </button>
        </li>
      );
    })}
  </ol>
);
