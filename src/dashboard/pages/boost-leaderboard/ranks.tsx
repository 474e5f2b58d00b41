import { classNames } from "../../lib/class-names.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import styles from "./leaderboard.module.css";
import { ExploreLink, Inviter } from "./inviter.tsx";
import type { Place } from "./place.ts";
import { Points } from "./points.tsx";

interface RanksProps {
  readonly ranks: readonly Place[];
  readonly ownId: string | undefined;
}

/** Rankings in order, one per line. */
export const Ranks = ({ ranks, ownId }: RanksProps) => (
  <ol className={styles.ranks}>
    {ranks.map(({ nodeId, address, rank, points, inviter }) => (
      <li
        key={nodeId}
        className={classNames(nodeId === ownId && styles.own)}
        aria-current={nodeId === ownId || undefined}
      >
        <span className={styles.rank}>{formatWhole(rank)}</span>
        <Avatar seed={nodeId} size={34} />
        <span className={styles.who}>
          <span title={address}>
            {shortenAddress(address)}
            {nodeId === ownId && <small className={styles.you}>You</small>}
          </span>
          <Inviter address={inviter} />
        </span>
        <span className={styles.points}>
          <Points points={points} />
        </span>
        {nodeId === ownId ? <span className={styles.noExplore} /> : <ExploreLink nodeId={nodeId} address={address} />}
      </li>
    ))}
  </ol>
);
