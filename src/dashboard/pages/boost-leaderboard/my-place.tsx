import { formatWhole } from "../../lib/format/count.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { ConnectButton } from "../boost-frame/connect-button.tsx";
import styles from "./leaderboard.module.css";
import type { Board } from "./place.ts";
import { Points } from "./points.tsx";

interface MyPlaceProps {
  readonly my: Board["my"];
  readonly isOut: boolean;
}

/** The user's own rank, always visible while scrolling. */
export const MyPlace = ({ my, isOut }: MyPlaceProps) => {
  if (isOut) {
    return (
      <div className={styles.my}>
        <span className={styles.who}>
          <strong>Your rank</strong>
          <small>Connect your wallet to see your rank and explore nodes.</small>
        </span>
        <ConnectButton size="small" />
      </div>
    );
  }
  if (my === null) return null;
  return (
    <div className={styles.my}>
      <span className={styles.myRank} aria-label={`Your rank: ${my.rank}`}>
        {formatWhole(my.rank)}
      </span>
      <span className={styles.who}>
        <strong>Your rank</strong>
        <small title={my.address}>{shortenAddress(my.address)}</small>
      </span>
      <span className={styles.points}>
        <Points points={my.points} />
      </span>
    </div>
  );
};
