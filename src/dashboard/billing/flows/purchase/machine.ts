/**
 * A purchase as states and events. Attempts are numbered; responses to an ended attempt are ignored. `granted` comes
 * from the server's list of purchases, never from the browser.
 */
import type { ChainKey } from "../../../../../resources/chains/chains.ts";
import type { ChainProblem } from "../../../chains/evm/problem.ts";

/** confirming: in the wallet. waiting: for the chain, then for the server. */
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
  /** Failed; the user has been told. */
  | { readonly type: "ended"; readonly attempt: number }
  | { readonly type: "again" };

export const firstState: PurchaseState = { name: "choosing" };

/** Whether the selection can be changed. */
export const isOpen = ({ name }: PurchaseState): boolean => name !== "working";

/** Returns the next state, or the same state if the event is not applicable. */
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
