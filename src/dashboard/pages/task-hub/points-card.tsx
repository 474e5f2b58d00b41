import type { pointOverview } from "../../../../resources/account/points.ts";
import type { CallResult } from "../../framework/data/use-call.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./task-hub.module.css";

/** Total points, and points to collect. */
export const PointsCard = ({ data, error, reload }: CallResult<typeof pointOverview>) => (
  <Card>
    {data && (
      <div className={styles.points}>
        <p className={styles.total}>
          <strong>{formatWhole(data.total)}</strong> {data.total === 1 ? "point" : "points"}
        </p>
        <p className="fh-muted" role="status">
          {data.unclaimed > 0
            ? `${countOf(data.unclaimed, "point")} to collect from tasks, quests and invitations`
            : "No points to collect."}
        </p>
      </div>
    )}
    {!data && (error ? <ErrorState message={error.message} onRetry={reload} /> : <Skeleton lines={2} />)}
  </Card>
);
