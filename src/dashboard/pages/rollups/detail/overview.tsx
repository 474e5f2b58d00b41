import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollupHealth } from "../../../../../resources/raas/rollup-calls.ts";
import { rollupStatus } from "../../../../../resources/raas/rollups.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Tiles } from "../../../ui/tiles.tsx";
import { EmbeddedNote } from "../embedded-note.tsx";
import { contractFacts, connectionFacts, type CreatedRollup } from "./facts.tsx";
import { healthTiles } from "./health-tiles.tsx";
import { RolesCard } from "./roles-card.tsx";

interface OverviewProps {
  readonly rollup: RollupDetail;
  readonly detail: CreatedRollup;
  /** Called when the rollup expires. */
  readonly onOver: () => void;
}

const pollMs = 5000;

/** Health, connection and contracts of a rollup. */
export const Overview = ({ rollup, detail, onOver }: OverviewProps) => {
  const isRunning = rollup.status === rollupStatus.RUNNING;
  const { data, error, reload } = useCall(rollupHealth, { params: { id: rollup.id }, enabled: isRunning, pollMs });
  const failed = error && !data;
  return (
    <div className="fh-stack">
      {isRunning && failed && (
        <Card>
          <ErrorState title="Couldn't load health" message={error.message} onRetry={reload} />
        </Card>
      )}
      {isRunning && !failed && <Tiles tiles={data && healthTiles(data, rollup, detail, onOver)} />}
      {isRunning && (
        <Card title="Connect">
          <DescriptionList facts={connectionFacts(rollup, detail)} />
        </Card>
      )}
      {isRunning && data && <RolesCard id={rollup.id} roles={data.roles} detail={detail} onFunded={reload} />}
      <Card title="Settlement and contracts">
        <DescriptionList facts={contractFacts(rollup, detail)} />
      </Card>
      {detail.provider === "embedded" && <EmbeddedNote />}
    </div>
  );
};
