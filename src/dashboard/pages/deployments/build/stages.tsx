import { classNames } from "../../../lib/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { Deployment } from "./facts.tsx";
import { stagesOf, type Stage } from "./stages-of.ts";
import styles from "./stages.module.css";

/** Stages of a deployment with their progress. */
export const Stages = ({ deployment }: { readonly deployment: Deployment }) => (
  <ol className={styles.stages} aria-label="Progress">
    {stagesOf(deployment).map((stage) => (
      <li
        key={stage.label}
        className={classNames(styles.stage, styles[stage.is])}
        aria-current={stage.is === "active" ? "step" : undefined}
      >
        <span className={styles.dot}>
          <StageMark stage={stage} />
        </span>
        {stage.label}
      </li>
    ))}
  </ol>
);

const StageMark = ({ stage }: { readonly stage: Stage }) => {
  switch (stage.is) {
    case "active":
      return <Spinner />;
    case "passed":
      return <Icon name="check" size={13} />;
    case "failed":
      return <Icon name="close" size={13} />;
    case "cancelled":
      return <Icon name="stop" size={13} />;
    case "ahead":
      return null;
  }
};
