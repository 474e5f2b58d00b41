/**
 * Buying a resource, as states and events. Every attempt has a number: an answer of one that has ended is not heard. `granted` is what the
 * cloud's own list of purchases says, never what the browser believes.
 */
import type { ChainKey } from "../../../../resources/chains.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";

/** confirming: in the wallet. waiting: for the chain, and for the cloud. */
export type PurchasePhase = "connecting" | "pricing" | "confirming" | "waiting";

export interface Confirmations {
  readonly seen: number;
  readonly needed: number;
}

export type PurchaseState =
  | { readonly name: "choosing" }
  | {
      readonly name: "working";
      readonly attempt: number;
      readonly chain: ChainKey;
      readonly phase: PurchasePhase;
      readonly confirmations?: Confirmations;
    }
  | { readonly name: "failed"; readonly chain: ChainKey; readonly problem: ChainProblem; readonly account?: string }
  | { readonly name: "granted" };

export type PurchaseEvent =
  | { readonly type: "start"; readonly attempt: number; readonly chain: ChainKey }
  | { readonly type: "reached"; readonly attempt: number; readonly phase: PurchasePhase }
  | { readonly type: "seen"; readonly attempt: number; readonly confirmations: Confirmations }
  | { readonly type: "failed"; readonly attempt: number; readonly problem: ChainProblem; readonly account?: string }
  | { readonly type: "granted"; readonly attempt: number }
  /** Nothing came of it, which the person knows. */
  | { readonly type: "ended"; readonly attempt: number }
  | { readonly type: "again" };

export const firstState: PurchaseState = { name: "choosing" };

/** Whether what is wished may be changed. */
export const isOpen = ({ name }: PurchaseState): boolean => name !== "working";

/** The next state; the same one when the event means nothing in it. */
export const nextPurchase = (state: PurchaseState, event: PurchaseEvent): PurchaseState => {
  if (event.type === "start") {
    const { attempt, chain } = event;
    return isOpen(state) ? { name: "working", attempt, chain, phase: "connecting" } : state;
  }
  if (event.type === "again") return isOpen(state) ? firstState : state;
  if (state.name !== "working" || state.attempt !== event.attempt) return state;
  switch (event.type) {
    case "reached":
      return { ...state, phase: event.phase };
    case "seen":
      return { ...state, confirmations: event.confirmations };
    case "failed": {
      const { problem, account } = event;
      return { name: "failed", chain: state.chain, problem, ...(account !== undefined && { account }) };
    }
    case "granted":
      return { name: "granted" };
    case "ended":
      return firstState;
  }
};
