import { useEffect } from "react";
import { useParams } from "react-router";
import { rollupProgress, type RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { AtHome } from "../rollups/at-home.tsx";
import { RoleLogs } from "../rollups/role-log/role-logs.tsx";
import { RollupState } from "../rollups/rollup-state.tsx";
import { choiceSummary } from "../rollups/labels.ts";
import { MakingSteps } from "./making-steps.tsx";
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
