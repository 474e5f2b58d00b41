import { airdrop } from "../../../../resources/boost/project-calls.ts";
import { cloudNow, useNode } from "../../flows/boost/node.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { formatDay, formatTime } from "../../lib/format/date.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";

/** The airdrop that comes or was: when it counts points, and one's share of it. Nothing for who is signed out. */
export const AirdropPanel = () => {
  const isOut = useNode().name === "out";
  const drop = useBoost(airdrop);
  if (isOut) return null;
  return (
    <Panel title="Airdrop" text={drop.value?.name}>
      <BoostData of={drop} rows={1}>
        {({ snapshotAt, total, share, points }) =>
          snapshotAt === null ? (
            <p className={styles.nothing}>None is set. When there is one, its snapshot and your share show here.</p>
          ) : (
            <Figures>
              <Figure
                label={snapshotAt > cloudNow() ? "Snapshot" : "Snapshot taken"}
                value={formatDay(snapshotAt)}
                note={`${formatTime(snapshotAt)}, your time`}
              />
              <Figure label="In all" value={total === null ? "–" : formatPoints(total)} title={total ?? undefined} />
              <Figure
                label="Your share"
                value={share === null ? "–" : formatPoints(share)}
                title={share === null ? undefined : formatPointsExactly(share)}
                note={share === null ? "Told after the snapshot" : undefined}
              />
              <Figure label="Your points" value={formatPoints(points)} title={formatPointsExactly(points)} />
            </Figures>
          )
        }
      </BoostData>
    </Panel>
  );
};
