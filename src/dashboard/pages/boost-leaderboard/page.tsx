import { useSearchParams } from "react-router";
import { leaderboardSize } from "../../../../resources/boost/limits.ts";
import { leaderboard } from "../../../../resources/boost/node-calls.ts";
import { useNode } from "../../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Pagination } from "../../ui/pagination.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { MyPlace } from "./my-place.tsx";
import { Podium } from "./podium.tsx";
import { Ranks } from "./ranks.tsx";

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
