import { useState } from "react";
import { inviteCode } from "../../../../resources/account/member-calls.ts";
import { invitationPoints } from "../../../../resources/rewards/limits.ts";
import { collectInvitations, invitationOverview } from "../../../../resources/rewards/referral-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { celebrate } from "../../ui/celebration.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tiles } from "../../ui/tiles.tsx";
import { toast } from "../../ui/toast.ts";
import { useRewardsChanged } from "../task-hub/use-rewards-changed.ts";
import { InvitedList } from "./invited-list.tsx";
import { LinkCard } from "./link-card.tsx";

/** /referral: the user's invite link, invitees and points earned. */
export const Component = () => {
  const [startAt] = useState(startOfToday);
  const code = useCall(inviteCode);
  const overview = useCall(invitationOverview, { query: { startAt } });
  const { data } = overview;
  return (
    <>
      <PageHeader
        title="Referral"
        text={`Invite friends. You earn ${invitationPoints} points for each one who activates their account.`}
      />
      <div className="fh-stack">
        <LinkCard code={code.data?.code} error={code.error} onRetry={code.reload} />
        {data && data.points.unclaimed > 0 && <CollectBanner points={data.points.unclaimed} />}
        {overview.error && !data ? (
          <ErrorState message={overview.error.message} onRetry={overview.reload} />
        ) : (
          <Tiles tiles={data && tilesOf(data)} />
        )}
        <InvitedList />
      </div>
    </>
  );
};

/** Start of the user's local day in Unix seconds. */
const startOfToday = (): number => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000);

type Overview = NonNullable<ReturnType<typeof useCall<typeof invitationOverview>>["data"]>;

const tilesOf = ({ today, total, activated, points }: Overview) => [
  { title: "Today", value: formatWhole(today), icon: "clock" as const },
  { title: "Total invited", value: formatWhole(total), icon: "users" as const },
  { title: "Activated", value: formatWhole(activated), icon: "shield" as const },
  { title: "Points earned", value: formatWhole(points.earned), unit: "points", icon: "gift" as const },
];

interface CollectBannerProps {
  readonly points: number;
}

/** Uncollected points of invitees. */
const CollectBanner = ({ points }: CollectBannerProps) => {
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
