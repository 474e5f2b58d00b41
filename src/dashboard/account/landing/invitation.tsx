import { useEffect } from "react";
import { Link } from "react-router";
import { invitationOffer } from "../../../../resources/account/teams/invitation-offer.ts";
import { invitation } from "../../../../resources/boost/nodes/invitation-call.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { invitationPage } from "../../../../resources/pages.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { forgetInviteCode } from "../flows/session/invite-code.ts";
import styles from "./landing.module.css";

interface InvitationProps {
  readonly code: string;
  /** Whether this page is the invite link, rather than an earlier one. */
  readonly isLink: boolean;
}

/** The invitation of an invite link: to a team, or else of a user to Boost. */
export const Invitation = ({ code, isLink }: InvitationProps) => {
  const { data, loading } = useCall(invitationOffer, { params: { code }, silent: true });
  const isInvalid = data === null;
  useEffect(() => {
    if (isInvalid) forgetInviteCode();
  }, [isInvalid]);
  if (data?.team) return <TeamInvitation code={code} team={data.team} inviter={data.inviter ?? data.team} />;
  if (!isLink) return null;
  if (data) return <BoostInvitation code={code} />;
  if (loading) return <div className={styles.invitation} aria-busy="true" />;
  return (
    isInvalid && (
      <div className={styles.invitation} role="status">
        <p>This invite link is invalid or has expired. Ask for a new link, or sign in without it.</p>
      </div>
    )
  );
};

interface TeamInvitationProps {
  readonly code: string;
  readonly team: string;
  readonly inviter: string;
}

/** The way back to an invitation whose link was opened earlier. */
const TeamInvitation = ({ code, team, inviter }: TeamInvitationProps) => (
  <section className={styles.invitation} aria-label="Invitation">
    <p>
      <strong>{inviter}</strong> invites you to join {inviter === team ? "their team" : `the team ${team}`}.
      <span>No activation required.</span>
    </p>
    <Link className={styles.action} to={pageHref(invitationPage, { code })}>
      View invitation
    </Link>
  </section>
);

/** The inviter and bonus of a user's code. Hidden if the user has no node. */
const BoostInvitation = ({ code }: { readonly code: string }) => {
  const known = useCall(invitation, { params: { code } }).data;
  if (!known) return null;
  return (
    <div className={styles.invitation} role="status">
      <p>
        <strong>{shortenName(known.inviter)}</strong> invited you. Sign in and join{" "}
        <Link to={pageHref(boost)}>Boost</Link> to earn +{known.rate} points per hour for your first {known.hours}{" "}
        hours.
      </p>
    </div>
  );
};
