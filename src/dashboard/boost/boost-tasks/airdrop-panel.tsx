import { airdrop } from "../../../../resources/boost/airdrops/project-calls.ts";
import { serverNow, useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatDay, formatTime } from "../../lib/format/date.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import styles from "./tasks.module.css";

/** The next or last airdrop: snapshot and own share. Hidden for signed-out visitors. */
export const AirdropPanel = () => {
  const isOut = useNode().name === "out";
  const drop = useCall(airdrop);
  if (isOut) return null;
  return (
    <Panel title="Airdrop" text={drop.data?.name}>
      <BoostData of={drop} rows={1}>
        {({ snapshotAt, total, share, points }) =>
          snapshotAt === null ? (
            <p className={styles.nothing}>No airdrop scheduled. Its snapshot and your share will appear here.</p>
          ) : (
            <Figures>
              <Figure
                label={snapshotAt > serverNow() ? "Snapshot" : "Snapshot taken"}
                value={formatDay(snapshotAt)}
                note={`${formatTime(snapshotAt)}, local time`}
              />
              <Figure label="Total" value={total === null ? "–" : formatPoints(total)} title={total ?? undefined} />
              <Figure
                label="Your share"
                value={share === null ? "–" : formatPoints(share)}
                title={share === null ? undefined : formatPointsExactly(share)}
                note={share === null ? "After the snapshot" : undefined}
              />
              <Figure label="Your points" value={formatPoints(points)} title={formatPointsExactly(points)} />
            </Figures>
          )
        }
      </BoostData>
    </Panel>
  );
};
