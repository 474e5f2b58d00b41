import { rollupSteps } from "../../../../resources/raas/rollup-calls.ts";
import { classNames } from "../../lib/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./making.module.css";

type Step = (typeof rollupSteps)[number];

const names: Readonly<Record<Step, string>> = {
  QUEUED: "Queued",
  KEYS: "Generate role keys",
  SETTLEMENT: "Deploy the settlement contract",
  GENESIS: "Start the chain",
  BRIDGE: "Deploy the bridge",
  FIRST_BATCH: "Post the first batch",
  READY: "Ready",
};

/** Steps of the creation with their progress. */
export const MakingSteps = ({ step }: { readonly step: Step }) => {
  // The last step marks all steps as done.
  const at = step === "READY" ? rollupSteps.length : rollupSteps.indexOf(step);
  return (
    <ol className={styles.steps} aria-label="Steps">
      {rollupSteps.map((each, index) => (
        <li
          key={each}
          className={classNames(index < at && styles.done, index === at && styles.here)}
          aria-current={index === at ? "step" : undefined}
        >
          <i aria-hidden="true">{markOf(index - at)}</i>
          {names[each]}
          <span className="fh-hidden">{index < at ? ", done" : ""}</span>
        </li>
      ))}
    </ol>
  );
};

/** Returns the mark of a step. `distance` is relative to the current step. */
const markOf = (distance: number) => {
  if (distance < 0) return <Icon name="check" size={15} />;
  return distance === 0 ? <Spinner /> : <b />;
};
