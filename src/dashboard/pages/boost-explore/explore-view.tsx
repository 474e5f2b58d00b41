import { lazy, Suspense } from "react";
import { explorationToday } from "../../../../resources/boost/explore-calls.ts";
import { explorationsPerDay } from "../../../../resources/boost/limits.ts";
import { useNode } from "../../flows/boost/node.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { useUrlQuery } from "../../framework/data/use-url-query.ts";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./explore.module.css";
import { ExploreActions } from "./explore-actions.tsx";
import { Finding } from "./finding.tsx";
import { Scanner } from "./scanner.tsx";
import { useExploring } from "./use-exploring.ts";

interface ExploreViewProps {
  /** The node to explore; one by chance unless given. */
  readonly nodeId?: string;
}

/** Beside the exploring, which is there first. */
const CardsPanel = lazy(() =>
  import("../boost-tasks/cards-panel.tsx").then((module) => ({ default: module.CardsPanel })),
);
const exploreCard = ["explore"] as const;

/** Exploring: who is signed out may look. */
export const ExploreView = ({ nodeId }: ExploreViewProps) => {
  const node = useNode();
  const { query, change } = useUrlQuery();
  const left = useBoost(explorationToday);
  const held = useExploring({
    nodeId,
    explorationId: query.get("exploration") ?? undefined,
    isIn: node.name === "in",
    onFound: (exploration) => {
      change({ exploration: exploration.explorationId });
      left.reload();
    },
  });
  const { state } = held;
  const isOut = node.name === "out";
  const isOwn = node.name === "in" && node.info.nodeId === nodeId;
  return (
    <BoostFrame
      title="Explore"
      lead="Points that a node has earned stay open to others until its owner collects them. Explore one and take up to half of what is there."
    >
      <div className={styles.columns}>
        <Panel title={nodeId === undefined ? "A node by chance" : "The node you chose"} className={styles.stage}>
          <Scanner state={state} />
          {isOut ? (
            <SignedOut
              icon="compass"
              title="Explore with a node of your own"
              text="Connect your wallet: your node starts at once and comes with explorations for today."
            />
          ) : (
            <>
              <Finding state={state} isOwn={isOwn} />
              <ExploreActions {...held} nodeId={nodeId} isOwn={isOwn} remain={left.value?.remain} />
            </>
          )}
        </Panel>
        <div className={styles.side}>
          <Panel title="Explorations">
            <Figures>
              {isOut ? (
                <Figure label="Every day" value={explorationsPerDay} note="New ones at 00:00 UTC" />
              ) : (
                <>
                  <Figure
                    label="Left today"
                    value={left.value?.today ?? "–"}
                    unit={`of ${explorationsPerDay}`}
                    note="New ones at 00:00 UTC"
                  />
                  <Figure label="Bought" value={left.value?.bought ?? "–"} note="They stay until used" />
                </>
              )}
            </Figures>
          </Panel>
          <Suspense>
            <CardsPanel names={exploreCard} onBought={left.reload} />
          </Suspense>
        </div>
      </div>
    </BoostFrame>
  );
};
