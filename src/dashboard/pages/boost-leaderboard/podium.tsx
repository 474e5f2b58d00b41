import { classNames } from "../../lib/class-names.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Inviter, ExploreLink } from "./inviter.tsx";
import styles from "./leaderboard.module.css";
import type { Place } from "./place.ts";
import { Points } from "./points.tsx";

interface PodiumProps {
  /** At most three, in order. */
  readonly ranks: readonly Place[];
  readonly ownId: string | undefined;
}

/** The top three, with the first in the middle and highest. */
export const Podium = ({ ranks, ownId }: PodiumProps) => (
  <ol className={styles.podium}>
    {ranks.map(({ nodeId, address, rank, points, inviter }) => (
      <li key={nodeId} className={classNames(styles[`step${rank}`], nodeId === ownId && styles.own)}>
        <span className={styles.medal}>
          <Avatar seed={nodeId} size={rank === 1 ? 72 : 56} />
          <b aria-label={`Rank ${rank}`}>{rank}</b>
        </span>
        <strong className={styles.leader} title={address}>
          {shortenAddress(address)}
        </strong>
        <span className={styles.leaderPoints}>
          <Points points={points} />
        </span>
        <Inviter address={inviter} />
        {nodeId === ownId ? (
          <small className={styles.you}>You</small>
        ) : (
          <ExploreLink nodeId={nodeId} address={address} />
        )}
      </li>
    ))}
  </ol>
);
