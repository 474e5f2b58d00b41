import { collectInvitations } from "../../../../resources/rewards/referral-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { countOf } from "../../lib/format/count.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { celebrate } from "../../ui/celebration.ts";
import { toast } from "../../ui/toast.ts";
import { useRewardsChanged } from "../task-hub/use-rewards-changed.ts";

interface CollectBannerProps {
  readonly points: number;
}

/** Uncollected points of invitees. */
export const CollectBanner = ({ points }: CollectBannerProps) => {
  const changed = useRewardsChanged();
  const { act, acting } = useAct(collectInvitations, {
    onDone: (collected) => {
      if (collected.points > 0) {
        toast(`Collected ${countOf(collected.points, "point")}`);
        celebrate();
      }
      changed();
    },
  });
  return (
    <Banner
      kind="success"
      icon="gift"
      title={`${countOf(points, "point")} to collect`}
      action={
        <Button kind="primary" busy={acting} onClick={() => void act()}>
          Collect
        </Button>
      }
    >
      Users you invited have activated their accounts.
    </Banner>
  );
};
