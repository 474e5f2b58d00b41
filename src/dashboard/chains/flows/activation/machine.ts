/**
 * Activation as states and events (spec §4). Attempts are numbered; responses to an ended attempt are ignored.
 * `activated` comes from the server, never from the browser.
 */
import type { ChainKey, zkSyncLite } from "../../../../../resources/chains/chains.ts";

/** Chains that offer activation. */
export type ActivationChain = ChainKey | typeof zkSyncLite.key;

/**
 * checking: whether the wallet is already registered. confirming: in the wallet. waiting: for the chain, then for the
 * server.
 */
export type ActivationPhase = "connecting" | "checking" | "confirming" | "waiting";

export type ActivationState =
  | { readonly name: "loading" }
  | { readonly name: "offer" }
  | {
      readonly name: "working";
      readonly attempt: number;
      readonly chain: ActivationChain;
      readonly phase: ActivationPhase;
    }
  | { readonly name: "activated" };

export type ActivationEvent =
  | { readonly type: "loaded"; readonly activated: boolean }
  | { readonly type: "start"; readonly attempt: number; readonly chain: ActivationChain }
  | { readonly type: "reached"; readonly attempt: number; readonly phase: ActivationPhase }
  /** Declined or failed; the user has been told. */
  | { readonly type: "ended"; readonly attempt: number }
  | { readonly type: "activated" };

export const firstState: ActivationState = { name: "loading" };

/** Returns the next state, or the same state if the event is not applicable. */
export const nextActivation = (state: ActivationState, event: ActivationEvent): ActivationState => {
  switch (event.type) {
    case "activated":
      return { name: "activated" };
    case "loaded":
      return state.name === "loading" ? { name: event.activated ? "activated" : "offer" } : state;
    case "start":
      return state.name === "offer"
        ? { name: "working", attempt: event.attempt, chain: event.chain, phase: "connecting" }
        : state;
    default:
      return answered(state, event);
  }
};

const answered = (
  state: ActivationState,
  event: Extract<ActivationEvent, { type: "reached" | "ended" }>,
): ActivationState => {
  if (state.name !== "working" || state.attempt !== event.attempt) return state;
  return event.type === "ended" ? { name: "offer" } : { ...state, phase: event.phase };
};
