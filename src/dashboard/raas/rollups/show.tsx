import type { RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { rollups, rollupStatus } from "../../../../resources/raas/rollups.ts";
import { HistoryButton } from "../../framework/pages/history.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { Button } from "../../ui/button.tsx";
import { DangerCard } from "../../ui/panels/danger-card.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tabs } from "../../ui/page/tabs.tsx";
import { lazy } from "react";
import { useParams } from "react-router";
import { AtHome } from "./at-home.tsx";
import { ChainLogo } from "./chain-logo.tsx";
import { Bills } from "./detail/bills.tsx";
import { ConfigurationCard } from "./detail/configuration-card.tsx";
import { Ended } from "./detail/ended.tsx";
import { HeaderActions } from "./detail/header-actions.tsx";
import { Overview } from "./detail/overview.tsx";
import { choiceSummary } from "./labels.ts";
import { RollupState } from "./rollup-state.tsx";
import { useEnding } from "./use-ending.ts";

const Activity = lazy(() => import("./detail/activity.tsx").then((module) => ({ default: module.Activity })));
const RoleLogs = lazy(() => import("./role-log/role-logs.tsx").then((module) => ({ default: module.RoleLogs })));

/** /raas/{name}/{id}: a running or ended rollup. */
export const Component = () => {
  const { name = "", id = "" } = useParams();
  return (
    <AtHome key={id} id={id} screen="rollup" title={name}>
      {(rollup, reload) => <Rollup rollup={rollup} onChanged={reload} />}
    </AtHome>
  );
};

interface RollupProps {
  readonly rollup: RollupDetail;
  readonly onChanged: () => void;
}

const Rollup = ({ rollup, onChanged }: RollupProps) => {
  const { id, name, status, detail } = rollup;
  const mayEnd = useAllows()("delete", rollups.name);
  const isRunning = status === rollupStatus.RUNNING;
  return (
    <>
      <PageHeader
        title={
          <ChainLogo rollup={rollup} size={34}>
            <span>{name}</span>
          </ChainLogo>
        }
        text={choiceSummary(rollup)}
        beside={<RollupState status={status} />}
        actions={
          <>
            <HistoryButton resource={rollups} id={rollup.id} />
            {isRunning && <HeaderActions rollup={rollup} onRenewed={onChanged} />}
          </>
        }
      />
      {!isRunning && <Ended rollup={rollup} onRenewed={onChanged} />}
      {detail && (
        <Tabs
          label="Rollup"
          tabs={[
            { label: "Overview", content: <Overview rollup={rollup} detail={detail} onOver={onChanged} /> },
            ...(isRunning ? [{ label: "Activity", content: <Activity rpc={detail.rpc} /> }] : []),
            { label: "Logs", content: <RoleLogs id={id} param="sub" /> },
            { label: "Configuration", content: <ConfigurationCard rollup={rollup} config={detail.rollupConfig} /> },
            { label: "Bills", content: <Bills id={id} /> },
            ...(mayEnd && (isRunning || rollup.renewableUntil !== null)
              ? [{ label: "Settings", content: <EndingCard rollup={rollup} onEnded={onChanged} /> }]
              : []),
          ]}
        />
      )}
    </>
  );
};

interface EndingCardProps {
  readonly rollup: RollupDetail;
  readonly onEnded: () => void;
}

/** Termination of a rollup. */
const EndingCard = ({ rollup, onEnded }: EndingCardProps) => {
  const { terminate, ending } = useEnding(rollup, onEnded);
  return (
    <DangerCard text="Terminating stops the chain permanently for all users. Payments are not refunded.">
      <Button kind="danger" busy={ending} onClick={() => void terminate()}>
        Terminate rollup
      </Button>
    </DangerCard>
  );
};
