import { inviteMilestoneCount } from "../../../../resources/boost/node-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Row, Rows } from "../boost-frame/panel.tsx";
import { useAdvanceTask } from "./use-advance-task.ts";

/** Invitation milestones, each claimed once. */
export const Milestones = () => {
  const milestones = useCall(inviteMilestoneCount);
  const { busy, advance } = useAdvanceTask({ onDone: milestones.reload });
  return (
    <BoostData of={milestones}>
      {({ count: invited, milestones: all }) => (
        <Rows>
          {all.map(({ count, points, status }) => (
            <Row
              key={count}
              icon="users"
              title={countOf(count, "friend")}
              text={`${formatWhole(points)} points · ${Math.min(invited, count)} of ${count}`}
              isDone={status === "DONE"}
              trailing={
                status === "DONE" ? (
                  <span role="img" aria-label="Claimed">
                    <Icon name="check" size={20} />
                  </span>
                ) : (
                  <Button
                    kind={status === "CLAIM" ? "primary" : "secondary"}
                    busy={busy === taskOf(count)}
                    disabled={status === "UNDO" || busy !== undefined}
                    onClick={() => advance(taskOf(count))}
                  >
                    Claim
                  </Button>
                )
              }
            />
          ))}
        </Rows>
      )}
    </BoostData>
  );
};

const taskOf = (count: number): string => `invite_milestones_${count}`;
