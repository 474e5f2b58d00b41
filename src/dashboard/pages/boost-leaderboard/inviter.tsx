import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { boostExplored } from "../../../../resources/boost/pages.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./leaderboard.module.css";

/** The node's inviter, if any. */
export const Inviter = ({ address }: { readonly address: string | null }) =>
  address !== null && (
    <small className={styles.inviter} title={address}>
      invited by {shortenAddress(address)}
    </small>
  );

interface ExploreLinkProps {
  readonly nodeId: string;
  readonly address: string;
}

export const ExploreLink = ({ nodeId, address }: ExploreLinkProps) => (
  <Link
    className={styles.explore}
    to={pageHref(boostExplored, { id: nodeId })}
    aria-label={`Explore ${shortenAddress(address)}`}
    title="Explore"
  >
    <Icon name="compass" size={18} />
  </Link>
);
