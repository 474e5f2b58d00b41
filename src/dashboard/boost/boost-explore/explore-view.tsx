import { lazy, Suspense, useEffect, useReducer, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import {
  explorationToday,
  collectExploration,
  explorationInfo,
  explore,
} from "../../../../resources/boost/nodes/explore-calls.ts";
import { explorationsPerDay } from "../../../../resources/boost/limits.ts";
import { boost, boostExplore } from "../../../../resources/boost/pages.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { useNode, loadNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Figure, Figures, Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./explore.module.css";
import { isBusy, type Exploration, type Exploring, type ExploringEvent, exploringAfter } from "./exploring.ts";
import { boostToast } from "../flows/boost/boost-toast.ts";
import { codeOf, problemOf } from "../flows/boost/problem-of.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { loadChunk } from "../../lib/async/load-chunk.ts";

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
const leftPollMs = 60_000;

/** The explore page; signed-out visitors can look. */
export const ExploreView = ({ nodeId }: ExploreViewProps) => {
  const node = useNode();
  const [query, setQuery] = useSearchParams();
  const left = useCall(explorationToday, { pollMs: leftPollMs });
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
              <ExploreActions
                {...exploring}
                nodeId={nodeId}
                isOwn={isOwn}
                remain={left.data?.remain}
                isEmpty={nodeId === undefined && left.data?.isEmpty === true}
              />
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
  /** No other node has points to collect right now. */
  readonly isEmpty: boolean;
}

/** Actions available in the current state. */
const ExploreActions = ({ state, explore, collect, nodeId, isOwn, remain, isEmpty }: ExploreActionsProps) => {
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
          disabled={remain === 0 || isEmpty || state.name === "collecting"}
          title={remain === 0 ? "No explorations left today" : isEmpty ? "Nothing to collect right now" : undefined}
          onClick={explore}
        >
          {state.name === "idle" ? "Explore" : "Explore again"}
        </Button>
      )}
      {remain === 0 && !isFound && (
        <p className={styles.none}>No explorations left today. Buy an Explore card or come back after 00:00 UTC.</p>
      )}
      {remain !== 0 && isEmpty && !isFound && (
        <p className={styles.none}>
          No other node has points to collect right now. Nodes earn every hour: come back later, or{" "}
          <Link to={pageHref(boost)}>invite friends</Link> to have someone to explore.
        </p>
      )}
    </div>
  );
};

interface ExploringOptions {
  /** The node to explore; random by default. */
  readonly nodeId: string | undefined;
  /** An earlier exploration, from the URL. */
  readonly explorationId: string | undefined;
  /** Signed-in users have a node to explore with. */
  readonly isIn: boolean;
  /** Called with the result, when explorations were used. */
  readonly onFound: (exploration: Exploration) => void;
}

interface ExploringControls {
  readonly state: Exploring;
  readonly explore: () => void;
  readonly collect: (exploration: Exploration) => void;
}

/** Loaded on demand: visitors who only look don't need it. */
const solver = () => import("../flows/boost-captcha/solve.ts");

const failedBy = (error: unknown): ExploringEvent => ({
  type: "failed",
  problem: problemOf(error),
  code: codeOf(error),
});

/** Explores and collects. Leaving the page cancels a running captcha. */
const useExploring = ({ nodeId, explorationId, isIn, onFound }: ExploringOptions): ExploringControls => {
  const send = useSend();
  const [state, dispatch] = useReducer(exploringAfter, { name: "idle" });
  const leaving = useRef<AbortController>(undefined);
  // Results are written to the URL too, so only the initial one is fetched.
  const before = useRef(explorationId);
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);
  useEffect(() => {
    const id = before.current;
    if (!isIn || id === undefined) return;
    before.current = undefined;
    send(explorationInfo, { params: { id } }).then(
      (exploration) => dispatch({ type: "back", exploration }),
      (error: unknown) => dispatch(failedBy(error)),
    );
  }, [isIn, send]);

  const failed = (error: unknown): void => {
    if (!leaving.current?.signal.aborted) dispatch(failedBy(error));
  };
  const start = async (signal: AbortSignal): Promise<void> => {
    dispatch({ type: "explore" });
    try {
      const { captchaHeader, solveCaptcha } = await loadChunk(solver);
      const solution = await solveCaptcha((done) => dispatch({ type: "worked", done }), signal);
      dispatch({ type: "proved" });
      const exploration = await send(explore, {
        body: nodeId === undefined ? {} : { nodeId },
        headers: { [captchaHeader]: solution },
      });
      dispatch({ type: "found", exploration });
      onFound(exploration);
    } catch (error) {
      failed(error);
    }
  };
  const collect = async ({ explorationId: id }: Exploration): Promise<void> => {
    dispatch({ type: "collect" });
    try {
      const { collected } = await send(collectExploration, { body: { explorationId: id } });
      dispatch({ type: "collected", points: collected });
      if (collected === "0") boostToast("info", "The owner collected first. Nothing left.");
      else boostToast("success", `Collected ${formatPoints(collected)} points`);
      void loadNode();
    } catch (error) {
      failed(error);
    }
  };
  return {
    state,
    explore: () => leaving.current && void start(leaving.current.signal),
    collect: (exploration) => void collect(exploration),
  };
};
