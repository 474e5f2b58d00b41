import { rollupProgress, type RollupDetail, rollupSteps } from "../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { Card } from "../../ui/panels/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { ProgressBar } from "../../ui/states/progress-bar.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import { useEffect } from "react";
import { useParams } from "react-router";
import { AtHome } from "../rollups/at-home.tsx";
import { choiceSummary } from "../rollups/labels.ts";
import { RoleLogs } from "../rollups/role-log/role-logs.tsx";
import { RollupState } from "../rollups/rollup-state.tsx";
import styles from "./making.module.css";

/** /raas/progress/{name}/{id}: progress of a rollup's creation. Opens the rollup's page once it runs. */
export const Component = () => {
  const { name = "", id = "" } = useParams();
  return (
    <AtHome key={id} id={id} screen="making" title={name}>
      {(rollup, reload) => <Making rollup={rollup} onEnded={reload} />}
    </AtHome>
  );
};

const pollMs = 1000;

const Making = ({ rollup, onEnded }: { readonly rollup: RollupDetail; readonly onEnded: () => void }) => {
  const { data } = useCall(rollupProgress, { params: { id: rollup.id }, pollMs });
  // Fallback for missed live updates.
  const hasEnded = data !== undefined && data.status !== rollup.status;
  useEffect(() => {
    if (hasEnded) onEnded();
    // Runs once, when the status changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasEnded]);
  const percent = data?.progress ?? 0;
  return (
    <>
      <PageHeader title={rollup.name} text={choiceSummary(rollup)} beside={<RollupState status={rollup.status} />} />
      <div className="fh-stack">
        <Card title="Creating your rollup" actions={<strong className={styles.percent}>{percent} %</strong>}>
          <div className={styles.progress}>
            <ProgressBar label="Progress" value={percent / 100} />
            <MakingSteps step={data?.step ?? "QUEUED"} />
            <p className="fh-muted">You can leave this page. We notify you when the rollup is running.</p>
          </div>
        </Card>
        <RoleLogs id={rollup.id} />
      </div>
    </>
  );
};

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
const MakingSteps = ({ step }: { readonly step: Step }) => {
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
