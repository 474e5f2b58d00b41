import { useSearchParams, Link } from "react-router";
import { leaderboardSize } from "../../../../resources/boost/limits.ts";
import { leaderboard } from "../../../../resources/boost/nodes/node-calls.ts";
import { boostExplored } from "../../../../resources/boost/pages.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { ConnectButton } from "../boost-frame/connect-button.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./leaderboard.module.css";

const size = 50;
const pollMs = 30_000;

/** /boost/leaderboard */
export const Component = () => {
  const [query, setQuery] = useSearchParams();
  const page = pageOf(query.get("page"));
  const node = useNode();
  const ownId = node.name === "in" ? node.info.nodeId : undefined;
  // The user's own rank requires the node token, which arrives with the node.
  const enabled = node.name !== "loading";
  const board = useCall(leaderboard, { query: { page, size }, pollMs, enabled });
  const turnTo = (next: number) => setQuery(next === 1 ? {} : { page: String(next) });
  return (
    <BoostFrame title="Leaderboard" lead={`The top ${leaderboardSize} nodes by collected points.`}>
      <Panel title="Rankings">
        <BoostData of={board} rows={8}>
          {({ my, ranks, total }) => (
            <>
              <MyPlace my={my} isOut={node.name === "out"} />
              {page === 1 && <Podium ranks={ranks.slice(0, 3)} ownId={ownId} />}
              {ranks.length === 0 ? (
                <NoRankings page={page} />
              ) : (
                <Ranks ranks={page === 1 ? ranks.slice(3) : ranks} ownId={ownId} />
              )}
              <Pagination page={page} pageSize={size} total={Math.min(total, leaderboardSize)} onPage={turnTo} />
            </>
          )}
        </BoostData>
      </Panel>
    </BoostFrame>
  );
};

const pageOf = (text: string | null): number => {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= leaderboardSize / size ? page : 1;
};

const NoRankings = ({ page }: { readonly page: number }) => (
  <Nothing
    icon="trophy"
    title={page === 1 ? "No rankings yet" : "No rankings on this page"}
    text={
      page === 1
        ? "Nodes appear here once they collect points."
        : "The leaderboard has fewer pages. Go back to the first page."
    }
  />
);

interface MyPlaceProps {
  readonly my: Board["my"];
  readonly isOut: boolean;
}

/** The user's own rank, always visible while scrolling. */
const MyPlace = ({ my, isOut }: MyPlaceProps) => {
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

interface PodiumProps {
  /** At most three, in order. */
  readonly ranks: readonly Place[];
  readonly ownId: string | undefined;
}

/** The top three, with the first in the middle and highest. */
const Podium = ({ ranks, ownId }: PodiumProps) => (
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

interface RanksProps {
  readonly ranks: readonly Place[];
  readonly ownId: string | undefined;
}

/** Rankings in order, one per line. */
const Ranks = ({ ranks, ownId }: RanksProps) => (
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

/** The node's inviter, if any. */
const Inviter = ({ address }: { readonly address: string | null }) =>
  address !== null && (
    <small className={styles.inviter} title={address}>
      invited by {shortenAddress(address)}
    </small>
  );

interface ExploreLinkProps {
  readonly nodeId: string;
  readonly address: string;
}

const ExploreLink = ({ nodeId, address }: ExploreLinkProps) => (
  <Link
    className={styles.explore}
    to={pageHref(boostExplored, { id: nodeId })}
    aria-label={`Explore ${shortenAddress(address)}`}
    title="Explore"
  >
    <Icon name="compass" size={18} />
  </Link>
);

type Board = Reply<typeof leaderboard>;
type Place = Board["ranks"][number];

/** Points with two decimals, exact on hover. */
const Points = ({ points }: { readonly points: string }) => (
  <span title={`${formatPointsExactly(points)} points`}>{formatPoints(points)}</span>
);
