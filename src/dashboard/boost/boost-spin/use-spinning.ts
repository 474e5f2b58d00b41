import { useEffect, useRef, useState } from "react";
import { spin, type SpinInfo, type Spun } from "../../../../resources/boost/spins/spin-calls.ts";
import { toastProblem } from "../flows/boost/boost-toast.ts";
import { boostHost } from "../flows/boost/host.ts";
import { getNode } from "../flows/boost/node.ts";
import { useSend } from "../../framework/data/call-context.ts";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import { randomId } from "../../lib/random-id.ts";
import { useMedia } from "../../ui/use-media.ts";
import { turnTo } from "./turning.ts";

/** Result of the last spin. */
export interface Outcome {
  readonly spun: Spun;
  readonly isFair: boolean;
}

interface Spinning {
  readonly turn: number;
  readonly isTurning: boolean;
  readonly isBusy: boolean;
  readonly outcome: Outcome | undefined;
  /** The round after the last spin, until it is reloaded. */
  readonly roundAfter: (info: SpinInfo) => SpinInfo;
  readonly spinNow: (info: SpinInfo) => void;
}

export const turnMs = 4200;
const reducedMotion = "(prefers-reduced-motion: reduce)";

/** Spins: calls the server, rotates the wheel to the result, and shows it once the wheel stops. */
export const useSpinning = (onSpun: () => void): Spinning => {
  const send = useSend();
  const isCalm = useMedia(reducedMotion);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<"idle" | "requesting" | "turning">("idle");
  const [outcome, setOutcome] = useState<Outcome>();
  const [last, setLast] = useState<{ readonly info: SpinInfo; readonly spun: Spun }>();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const roundAfter = (info: SpinInfo): SpinInfo => {
    if (last?.info !== info) return info;
    const { remainSpins, cashValue, commitment } = last.spun;
    return { ...info, remainSpins, cashValue, commitment };
  };
  const stop = (info: SpinInfo, reached: Outcome): void => {
    setState("idle");
    setOutcome(reached);
    setLast({ info, spun: reached.spun });
    // The text is shown next to the wheel. This is the haptic feedback.
    boostHost.get().feel(reached.spun.rewardType === "NONE" ? "press" : "success");
    onSpun();
  };
  const request = async (info: SpinInfo): Promise<void> => {
    const { taskId, commitment } = roundAfter(info);
    setState("requesting");
    setOutcome(undefined);
    const luck = randomId();
    try {
      // Loads the verification first, so that each spin can be verified.
      const { isFair } = await loadChunk(() => import("./check-spin.ts"));
      const spun = await send(spin, { query: { taskId, luck } });
      const node = getNode();
      const nodeId = node.name === "in" ? node.info.nodeId : "";
      setState("turning");
      setTurn((before) => turnTo(before, spun.field));
      const reached = { spun, isFair: isFair({ spun, nodeId, commitment, luck }) };
      timer.current = window.setTimeout(() => stop(info, reached), isCalm ? 0 : turnMs);
    } catch (error) {
      setState("idle");
      toastProblem(error);
      onSpun();
    }
  };
  return {
    turn,
    isTurning: state === "turning",
    isBusy: state !== "idle",
    outcome,
    roundAfter,
    spinNow: (info) => void request(info),
  };
};
