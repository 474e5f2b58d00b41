import { useEffect, useReducer, useRef } from "react";
import { collectExploration, explorationInfo, explore } from "../../../../resources/boost/explore-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode } from "../../flows/boost/node.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { formatPoints } from "../../lib/format/points.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { exploringAfter, type Exploration, type Exploring } from "./exploring.ts";

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
const solver = () => import("../../flows/boost-captcha/solve.ts");

/** Explores and collects. Leaving the page cancels a running captcha. */
export const useExploring = ({ nodeId, explorationId, isIn, onFound }: ExploringOptions): ExploringControls => {
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
      (error: unknown) => dispatch({ type: "failed", problem: problemOf(error) }),
    );
  }, [isIn, send]);

  const failed = (error: unknown): void => {
    if (!leaving.current?.signal.aborted) dispatch({ type: "failed", problem: problemOf(error) });
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
