import { useEffect } from "react";
import { useSearchParams, Link } from "react-router";
import { leagueOf, leagues } from "../../../../resources/boost/leagues.ts";
import { leaderboardSize } from "../../../../resources/boost/limits.ts";
import { leaderboard, leaderboards } from "../../../../resources/boost/nodes/node-calls.ts";
import { boostExplored } from "../../../../resources/boost/pages.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { celebrateFully } from "../flows/boost/celebrate.ts";
import { serverNow, useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Countdown } from "../../ui/states/countdown.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { ConnectButton } from "../boost-frame/connect-button.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./leaderboard.module.css";

const size = 50;
const pollMs = 30_000;

type Which = (typeof leaderboards)[number];

const labels: Readonly<Record<Which, string>> = { all: "Overall", week: "This week", friends: "Friends" };
const leads: Readonly<Record<Which, string>> = {
  all: `The top ${leaderboardSize} nodes by Boost points.`,
  week: "Boost points gained since Monday. Rise to a higher league before the week ends.",
  friends: "You, your inviter and the nodes you invited.",
};

/** /boost/leaderboard */
export const Component = () => {
  const [query, setQuery] = useSearchParams();
  const page = pageOf(query.get("page"));
  const of = leaderboards.find((which) => which === query.get("of")) ?? "all";
  const node = useNode();
  const ownId = node.name === "in" ? node.info.nodeId : undefined;
  // The user's own rank requires the node token, which arrives with the node.
  const enabled = node.name !== "loading";
  const board = useCall(leaderboard, { query: { page, size, of }, pollMs, enabled });
  useRise(of, board.data);
  const goTo = (which: Which, next: number) =>
    setQuery({ ...(which !== "all" && { of: which }), ...(next > 1 && { page: String(next) }) });
  return (
    <BoostFrame title="Leaderboard" lead={leads[of]}>
      <Panel title="Rankings" action={<Boards of={of} onChange={(which) => goTo(which, 1)} />}>
        {of === "friends" && node.name === "out" ? (
          <SignedOut
            icon="users"
            title="Compare with friends"
            text="Connect your wallet to see the nodes you invited."
          />
        ) : (
          <BoostData of={board} rows={8}>
            {({ my, ranks, total, endsAt }) => (
              <>
                {endsAt !== null && <Week my={my} endsAt={endsAt} onEnd={board.reload} isOut={node.name === "out"} />}
                <MyPlace my={my} isOut={node.name === "out"} />
                {page === 1 && <Podium ranks={ranks.slice(0, 3)} ownId={ownId} />}
                {ranks.length === 0 ? (
                  <NoRankings page={page} />
                ) : (
                  <Ranks ranks={page === 1 ? ranks.slice(3) : ranks} ownId={ownId} />
                )}
                {of === "friends" && total < 2 && (
                  <p className={styles.note}>Invite friends on the Boost home page to compete with them.</p>
                )}
                <Pagination
                  page={page}
                  pageSize={size}
                  total={Math.min(total, leaderboardSize)}
                  onPage={(next) => goTo(of, next)}
                />
              </>
            )}
          </BoostData>
        )}
      </Panel>
    </BoostFrame>
  );
};

/** Chooses the ranking. */
const Boards = ({ of, onChange }: { readonly of: Which; readonly onChange: (which: Which) => void }) => (
  <div className={styles.boards} role="group" aria-label="Ranking">
    {leaderboards.map((which) => (
      <button key={which} type="button" aria-pressed={which === of} onClick={() => onChange(which)}>
        {labels[which]}
      </button>
    ))}
  </div>
);

interface WeekProps {
  readonly my: Board["my"];
  /** Unix seconds of the server. */
  readonly endsAt: number;
  readonly onEnd: () => void;
  readonly isOut: boolean;
}

/** The league of this week, the way to the next one, and the time left. */
const Week = ({ my, endsAt, onEnd, isOut }: WeekProps) => {
  const points = Number(my?.points ?? 0);
  const { league, next, missing } = leagueOf(points);
  const days = Math.floor((endsAt - serverNow()) / 86_400);
  return (
    <div className={styles.week}>
      <ol className={styles.leagues} aria-label="Leagues">
        {leagues.map(({ name, from }) => (
          <li key={name} aria-current={(!isOut && name === league.name) || undefined} data-league={name}>
            <Icon name="trophy" size={20} />
            <strong>{name}</strong>
            <small>{from === 0 ? "from the start" : `${formatWhole(from)} points`}</small>
          </li>
        ))}
      </ol>
      <p>
        {isOut
          ? ""
          : next
            ? `${formatPoints(missing.toFixed(6))} points to ${next.name}. `
            : "You are in the highest league. "}
        The week ends in {days > 1 ? countOf(days, "day") : <Countdown endsAtSeconds={endsAt} onTimeOver={onEnd} />}.
      </p>
    </div>
  );
};

/** Places that are worth confetti. */
const places = [500, 100, 50, 10, 3, 1] as const;
const seenKey = "boost-rank";

/** Celebrates a higher league or a better place than at the last visit, once. */
const useRise = (of: Which, board: Board | undefined): void => {
  useEffect(() => {
    if (!board?.my || of === "friends") return;
    const { rank, points } = board.my;
    const { league } = leagueOf(Number(points));
    const level = of === "week" ? leagues.indexOf(league) : places.filter((place) => rank <= place).length;
    const ranking = `${of} ${board.endsAt ?? ""}`;
    const seen = JSON.parse(localStorage.getItem(seenKey) ?? "{}") as Readonly<
      Record<Which, readonly [string, number]>
    >;
    const [before, reached] = seen[of] ?? [];
    localStorage.setItem(seenKey, JSON.stringify({ ...seen, [of]: [ranking, level] }));
    if (before !== ranking || reached === undefined || level <= reached) return;
    boostToast(
      "success",
      of === "week" ? `Welcome to the ${league.name} league` : `You are number ${formatWhole(rank)} of all nodes`,
    );
    void celebrateFully();
  }, [of, board]);
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
