/** Staking as pure states: from the wallet's account to the counted stake. The runner is staking.ts. */
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { StakeAct } from "../../../chains/evm/stake-act.ts";

export type { StakeAct };

interface Attempt {
  readonly attempt: number;
  readonly act: StakeAct;
}

export type StakingState =
  | { readonly name: "idle" }
  | (Attempt & { readonly name: "connecting" })
  | (Attempt & { readonly name: "approving" })
  | (Attempt & { readonly name: "confirming" })
  | (Attempt & { readonly name: "waiting"; readonly hash: string })
  /** In a block; `seen` of the `needed` confirmations, as reported by the server. */
  | (Attempt & { readonly name: "counting"; readonly hash: string; readonly seen: number; readonly needed: number })
  | { readonly name: "done"; readonly act: StakeAct }
  | { readonly name: "failed"; readonly act: StakeAct; readonly problem: ChainProblem };

export type StakingEvent =
  | { readonly type: "start"; readonly attempt: number; readonly act: StakeAct }
  | { readonly type: "approving"; readonly attempt: number }
  | { readonly type: "confirming"; readonly attempt: number }
  | { readonly type: "sent"; readonly attempt: number; readonly hash: string }
  | { readonly type: "seen"; readonly attempt: number; readonly seen: number; readonly needed: number }
  | { readonly type: "done"; readonly attempt: number }
  | { readonly type: "given-up"; readonly attempt: number }
  | { readonly type: "failed"; readonly attempt: number; readonly problem: ChainProblem };

export const firstState: StakingState = { name: "idle" };

export type ActiveState = Extract<StakingState, Attempt>;
export const isUnderWay = (state: StakingState): state is ActiveState => "attempt" in state;

/** Returns the next state; unchanged for events that don't apply or belong to an ended attempt. */
export const nextStaking = (state: StakingState, event: StakingEvent): StakingState => {
  if (event.type === "start")
    return isUnderWay(state) ? state : { name: "connecting", attempt: event.attempt, act: event.act };
  return isUnderWay(state) && state.attempt === event.attempt ? answered(state, event) : state;
};

const answered = (state: ActiveState, event: Exclude<StakingEvent, { readonly type: "start" }>): StakingState => {
  const { attempt, act } = state;
  switch (event.type) {
    case "approving":
      return state.name === "connecting" ? { name: "approving", attempt, act } : state;
    case "confirming":
      return state.name === "connecting" || state.name === "approving" ? { name: "confirming", attempt, act } : state;
    case "sent":
      // Fires again when the user raised the fee: the transaction continues under another hash.
      return state.name === "confirming" || state.name === "waiting"
        ? { name: "waiting", attempt, act, hash: event.hash }
        : state;
    case "seen":
      return state.name === "waiting" || state.name === "counting"
        ? { name: "counting", attempt, act, hash: state.hash, seen: event.seen, needed: event.needed }
        : state;
    case "done":
      return { name: "done", act };
    case "given-up":
      return firstState;
    case "failed":
      return { name: "failed", act, problem: event.problem };
  }
};
