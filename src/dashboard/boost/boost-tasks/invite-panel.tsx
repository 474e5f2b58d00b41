import { lazy, Suspense, useState } from "react";
import { boostInvite, inviteeRule, inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import {
  inviteInfo,
  tgInviteInfo,
  inviteMilestoneCount,
  inviteHistory,
} from "../../../../resources/boost/nodes/node-calls.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import { useBoostHost } from "../flows/boost/host.ts";
import { useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { formatWhole, countOf } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { formatPointsChange, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/panels/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { BoostData } from "../boost-frame/boost-data.tsx";
import { nodeName } from "../boost-frame/node-name.ts";
import { PagedRows } from "../boost-frame/paged-rows.tsx";
import { Panel, Row, Rows } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./tasks.module.css";
import { useAdvanceTask } from "./use-advance-task.ts";

/** Loads the QR code and image generator on demand. */
const ShareImageDialog = lazy(() =>
  import("../flows/share-image/share-image-dialog.tsx").then((module) => ({ default: module.ShareImageDialog })),
);

type Invites = Reply<typeof inviteInfo>;

/** The invite link, invitees and earnings. */
export const InvitePanel = () => {
  const isOut = useNode().name === "out";
  const { isMiniApp } = useBoostHost();
  const invites = useCall(isMiniApp ? tgInviteInfo : inviteInfo);
  return (
    <Panel
      title="Invite friends"
      text={`You get 5% of their points and a spin when they count. They get +${boostInvite.rate} points/h for 24 hours.`}
    >
      {isOut ? (
        <SignedOut icon="users" title="Your invite link" text="Connect your wallet to get your invite link." />
      ) : (
        <BoostData of={invites}>{(value) => <Link invites={value} />}</BoostData>
      )}
    </Panel>
  );
};

const Link = ({ invites: { link, invited, counted, daily } }: { readonly invites: Invites }) => {
  const node = useNode();
  const [shows, setShows] = useState<"image" | "invited">();
  const name = node.name === "in" ? shortenName(node.info.username) : "";
  const close = () => setShows(undefined);
  return (
    <>
      <div className={styles.link}>
        <span title={link}>{link.replace(/^https?:\/\//, "")}</span>
      </div>
      <div className={styles.buttons}>
        <Button kind="primary" icon="copy" onClick={() => void copyText(link)}>
          Copy link
        </Button>
        <Button icon="upload" onClick={() => setShows("image")}>
          Share image
        </Button>
      </div>
      <p className={styles.sum}>
        <span>
          <strong>{formatWhole(counted)}</strong> of {formatWhole(invited)} invited friends count
          {daily > 0 && `, ${formatWhole(daily)} joined today (UTC)`}
        </span>
        {invited > 0 && (
          <Button size="small" onClick={() => setShows("invited")}>
            View friends
          </Button>
        )}
      </p>
      <p className={styles.nothing}>{inviteeRule}</p>
      <Milestones />
      {shows === "invited" && <InvitedDialog onClose={close} />}
      {shows === "image" && (
        <Suspense>
          <ShareImageDialog image={{ ...invitation, link, name }} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

const invitation = {
  headline: ["Run a node.", "Collect points."],
  note: `+${boostInvite.rate} points per hour for 24 hours`,
};

/** Invitation milestones, each claimed once. */
const Milestones = () => {
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

/** The user's invitees and the 5% share of their points. */
const InvitedDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const invited = useCall(inviteHistory, { query: { page, size: pageSizeDefault } });
  return (
    <Dialog title="Invited friends" width={600} onClose={onClose}>
      <PagedRows
        of={invited}
        page={page}
        size={pageSizeDefault}
        onPage={setPage}
        itemKey={({ address, createdAt }) => `${address} ${createdAt}`}
        row={({ address, createdAt, points, counted, collectDays }) => (
          <Row
            icon={<Avatar seed={address ?? String(createdAt)} size={36} />}
            title={nodeName(address)}
            text={`Joined ${formatMoment(createdAt)} · ${stateText(counted, collectDays)}`}
            trailing={<span title={`${formatPointsExactly(points)} points`}>{formatPointsChange(points)}</span>}
          />
        )}
        empty={{ icon: "users", title: "No friends yet", text: "Share your link. Friends who join appear here." }}
      />
    </Dialog>
  );
};

const stateText = (counted: boolean, collectDays: number): string =>
  counted ? "Counts" : `Pending: collected on ${collectDays} of ${inviteeCollectDays} days`;
