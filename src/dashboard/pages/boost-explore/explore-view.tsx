import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { explorationToday } from "../../../../resources/boost/explore-calls.ts";
import { explorationsPerDay } from "../../../../resources/boost/limits.ts";
import { boost, boostExplore } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/href.ts";
import { useNode } from "../../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./explore.module.css";
import { isBusy, type Exploration, type Exploring } from "./exploring.ts";
import { useExploring } from "./use-exploring.ts";

interface ExploreViewProps {
  /** The node to explore; random by default. */
  readonly nodeId?: string;
}

const Scanner = lazy(() => import("./scanner.tsx").then((module) => ({ default: module.Scanner })));
const Finding = lazy(() => import("./finding.tsx").then((module) => ({ default: module.Finding })));
/** Loaded separately, so that the scanner renders first. */
const CardsPanel = lazy(() =>
  import("../boost-tasks/cards-panel.tsx").then((module) => ({ default: module.CardsPanel })),
);
const exploreCard = ["explore"] as const;

/** The explore page; signed-out visitors can look. */
export const ExploreView = ({ nodeId }: ExploreViewProps) => {
  const node = useNode();
  const [query, setQuery] = useSearchParams();
  const left = useCall(explorationToday);
  const exploring = useExploring({
    nodeId,
    explorationId: query.get("exploration") ?? undefined,
    isIn: node.name === "in",
    onFound: (exploration) => {
      setQuery({ exploration: exploration.explorationId }, { replace: true, preventScrollReset: true });
      left.reload();
    },
  });
  const { state } = exploring;
  const isOut = node.name === "out";
  const isOwn = node.name === "in" && node.info.nodeId === nodeId;
  return (
    <BoostFrame title="Explore" lead="Explore other nodes and collect up to half of their uncollected points.">
      <div className={styles.columns}>
        <Panel title={nodeId === undefined ? "Random node" : "Selected node"} className={styles.stage}>
          <Suspense fallback={<div className={styles.scanner} />}>
            <Scanner state={state} />
          </Suspense>
          {isOut ? (
            <SignedOut
              icon="compass"
              title="Explore with your node"
              text="Connect your wallet to start a node with free daily explorations."
            />
          ) : (
            <>
              <Suspense>
                <Finding state={state} isOwn={isOwn} />
              </Suspense>
              <ExploreActions {...exploring} nodeId={nodeId} isOwn={isOwn} remain={left.data?.remain} />
            </>
          )}
        </Panel>
        <div className={styles.side}>
          <Panel title="Explorations">
            <Figures>
              {isOut ? (
                <Figure label="Daily" value={explorationsPerDay} note="Resets at 00:00 UTC" />
              ) : (
                <>
                  <Figure
                    label="Left today"
                    value={left.data?.today ?? "–"}
                    unit={`of ${explorationsPerDay}`}
                    note="Resets at 00:00 UTC"
                  />
                  <Figure label="Purchased" value={left.data?.bought ?? "–"} note="Never expire" />
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

interface ExploreActionsProps {
  readonly state: Exploring;
  readonly explore: () => void;
  readonly collect: (exploration: Exploration) => void;
  readonly nodeId: string | undefined;
  readonly isOwn: boolean;
  /** Explorations left. Undefined while loading. */
  readonly remain: number | undefined;
}

/** Actions available in the current state. */
const ExploreActions = ({ state, explore, collect, nodeId, isOwn, remain }: ExploreActionsProps) => {
  if (isOwn) {
    return (
      <div className={styles.actions}>
        <LinkButton kind="primary" size="large" to={pageHref(boost)}>
          View your node
        </LinkButton>
      </div>
    );
  }
  const isFound = state.name === "found" || state.name === "collecting";
  const canCollect = isFound && !state.exploration.isProtected;
  return (
    <div className={styles.actions}>
      {canCollect && (
        <Button
          kind="primary"
          size="large"
          icon="gift"
          busy={state.name === "collecting"}
          onClick={() => collect(state.exploration)}
        >
          Collect
        </Button>
      )}
      {nodeId !== undefined && state.name === "collected" ? (
        <LinkButton kind="primary" size="large" icon="compass" to={pageHref(boostExplore)}>
          Explore another
        </LinkButton>
      ) : (
        <Button
          kind={canCollect ? "secondary" : "primary"}
          size="large"
          icon="compass"
          busy={isBusy(state) && state.name !== "collecting"}
          disabled={remain === 0 || state.name === "collecting"}
          title={remain === 0 ? "No explorations left today" : undefined}
          onClick={explore}
        >
          {state.name === "idle" ? "Explore" : "Explore again"}
        </Button>
      )}
      {remain === 0 && !isFound && (
        <p className={styles.none}>No explorations left today. Buy an Explore card or come back after 00:00 UTC.</p>
      )}
    </div>
  );
};
