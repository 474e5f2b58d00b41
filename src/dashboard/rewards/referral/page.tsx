import { useState, lazy, Suspense } from "react";
import { inviteCode } from "../../../../resources/account/teams/member-calls.ts";
import { invitationPoints, invitationsPageSize } from "../../../../resources/rewards/limits.ts";
import { collectInvitations, invitationOverview, invitedUsers } from "../../../../resources/rewards/referral-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { celebrate } from "../../ui/celebration/celebration.ts";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useRewardsChanged } from "../task-hub/use-rewards-changed.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { RecordList, type Cells } from "../../framework/pages/record-list.tsx";
import { shortenName } from "../../lib/format/shorten.ts";
import { Pagination } from "../../ui/table/pagination.tsx";
import { useUser } from "../../account/flows/account/account.ts";
import { Card } from "../../ui/panels/card.tsx";
import { copyText, CopyText } from "../../ui/panels/copy-text.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import styles from "./referral.module.css";

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
        text={`Invite friends. You earn ${invitationPoints} rewards points for each one who activates their account.`}
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

/** Users invited by the link, newest first. */
const InvitedList = () => {
  const [page, setPage] = useState(1);
  const params = { page: String(page) };
  const { total } = useRecords(invitedUsers, { params });
  return (
    <section aria-label={invitedUsers.title}>
      <RecordList
        resource={invitedUsers}
        params={params}
        cells={cells}
        rowKey={({ name, createdAt }) => `${name} ${createdAt}`}
        isLocal
      />
      <Pagination page={page} pageSize={invitationsPageSize} total={total} onPage={setPage} />
    </section>
  );
};

const cells: Cells<typeof invitedUsers> = {
  name: ({ name }) => <span title={name}>{shortenName(name)}</span>,
};

const ShareImageDialog = lazy(() =>
  import("../../boost/flows/share-image/share-image-dialog.tsx").then((module) => ({
    default: module.ShareImageDialog,
  })),
);

const headline = ["Hosting, storage", "and chains", "in one place"];
const note = "Try it free for seven days.";

interface LinkCardProps {
  readonly code: string | undefined;
  readonly error: Error | undefined;
  readonly onRetry: () => void;
}

/** The user's invite link: copy it or show it as an image with a QR code. */
const LinkCard = ({ code, error, onRetry }: LinkCardProps) => (
  <Card title="Your link" text="New users who sign up with this link count as your invites. Also works for Boost.">
    {code !== undefined && <OwnLink link={linkOf(code)} />}
    {code === undefined && (error ? <ErrorState message={error.message} onRetry={onRetry} /> : <Skeleton lines={2} />)}
  </Card>
);

const linkOf = (code: string): string => `${location.origin}/?inviteCode=${encodeURIComponent(code)}`;

const OwnLink = ({ link }: { readonly link: string }) => {
  const [showsImage, setShowsImage] = useState(false);
  const user = useUser();
  return (
    <div className={styles.link}>
      <CopyText text={link} label="invite link" />
      <div className="fh-row">
        <Button kind="primary" icon="copy" onClick={() => void copyText(link)}>
          Copy link
        </Button>
        <Button icon="phone" onClick={() => setShowsImage(true)}>
          Show QR image
        </Button>
      </div>
      {showsImage && (
        <Suspense>
          <ShareImageDialog
            image={{ link, name: shortenName(user?.username ?? "a friend"), headline, note }}
            onClose={() => setShowsImage(false)}
          />
        </Suspense>
      )}
    </div>
  );
};
