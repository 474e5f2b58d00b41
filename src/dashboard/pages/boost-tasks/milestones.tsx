import { inviteMilestoneCount } from "../../../../resources/boost/node-calls.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { Row, Rows } from "../boost-frame/panel.tsx";
import { useAct } from "./use-act.ts";
import { useAdvanceTask } from "./use-advance-task.ts";

/** Invitation milestones, each claimed once. */
export const Milestones = () => {
  const milestones = useBoost(inviteMilestoneCount);
  const { busy, act } = useAct();
  const advance = useAdvanceTask();
  const claim = (count: number) =>
    act(String(count), async () => {
      await advance({ actId: `invite_milestones_${count}` });
      milestones.reload();
    });
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
                    busy={busy === String(count)}
                    disabled={status === "UNDO" || busy !== undefined}
                    onClick={() => claim(count)}
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
