import { Link } from "react-router";
import { invitation } from "../../../../resources/boost/nodes/invitation-call.ts";
import { boost } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import styles from "./landing.module.css";

/** The inviter and bonus of an invite link. Hidden for unknown codes. */
export const Invitation = ({ code }: { readonly code: string }) => {
  const known = useCall(invitation, { params: { code } }).data;
  if (!known) return null;
  return (
    <p className={styles.invitation} role="status">
      <strong>{shortenName(known.inviter)}</strong> invited you. Sign in and join{" "}
      <Link to={pageHref(boost)}>Boost</Link> to earn +{known.rate} points per hour for your first {known.hours} hours.
    </p>
  );
};
