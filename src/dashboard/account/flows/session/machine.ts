/** Wallet sign-in as states and events. Attempts are numbered; responses to an abandoned attempt are ignored. */
import type { Wallet } from "../../../chains/wallets/discover.ts";

/** Why an attempt ended without a session. */
export interface SessionProblem {
  readonly kind: "rejected" | "pending" | "account-changed" | "failed";
  readonly message: string;
}

export type SessionState =
  | { readonly name: "idle" }
  | { readonly name: "choosing" }
  | { readonly name: "not-installed"; readonly wallet: Wallet }
  | { readonly name: "connecting"; readonly attempt: number; readonly wallet: Wallet }
  | { readonly name: "signing"; readonly attempt: number; readonly wallet: Wallet; readonly address: string }
  | {
      readonly name: "verifying";
      readonly attempt: number;
      readonly wallet: Wallet;
      readonly address: string;
      readonly signed: SignedMessage;
    }
  | { readonly name: "done" }
  | { readonly name: "failed"; readonly wallet: Wallet; readonly problem: SessionProblem };

export interface SignedMessage {
  readonly nonce: string;
  readonly signature: string;
}

export type SessionEvent =
  | { readonly type: "open" }
  | { readonly type: "close" }
  | { readonly type: "back" }
  | { readonly type: "choose"; readonly wallet: Wallet; readonly attempt: number }
  | { readonly type: "connected"; readonly attempt: number; readonly address: string }
  | { readonly type: "signed"; readonly attempt: number; readonly signed: SignedMessage }
  | { readonly type: "verified"; readonly attempt: number }
  | { readonly type: "account-changed"; readonly attempt: number; readonly problem: SessionProblem }
  | { readonly type: "failed"; readonly attempt: number; readonly problem: SessionProblem };

export const idle: SessionState = { name: "idle" };

/** Returns the next state, or the same state if the event is not applicable. */
export const nextSession = (state: SessionState, event: SessionEvent): SessionState => {
  switch (event.type) {
    case "open":
      return state.name === "idle" ? { name: "choosing" } : state;
    case "close":
      return state.name === "done" ? state : idle;
    case "back":
      return state.name === "done" ? state : { name: "choosing" };
    case "choose":
      return choose(state, event.wallet, event.attempt);
    default:
      return "attempt" in state && state.attempt === event.attempt ? answer(state, event) : state;
  }
};

type Attempting = Extract<SessionState, { readonly attempt: number }>;
type Answer = Exclude<Extract<SessionEvent, { readonly attempt: number }>, { readonly type: "choose" }>;

const choose = (state: SessionState, wallet: Wallet, attempt: number): SessionState => {
  if (state.name === "done" || state.name === "verifying") return state;
  return wallet.provider ? { name: "connecting", attempt, wallet } : { name: "not-installed", wallet };
};

const answer = (state: Attempting, event: Answer): SessionState => {
  const { attempt, wallet } = state;
  switch (event.type) {
    case "connected":
      if (state.name !== "connecting") return state;
      return { name: "signing", attempt, wallet, address: event.address };
    case "signed":
      if (state.name !== "signing") return state;
      return { name: "verifying", attempt, wallet, address: state.address, signed: event.signed };
    case "verified":
      return state.name === "verifying" ? { name: "done" } : state;
    case "account-changed":
      // Once signed, the signature belongs to the account that gave it.
      return state.name === "signing" ? { name: "failed", wallet, problem: event.problem } : state;
    case "failed":
      return { name: "failed", wallet, problem: event.problem };
  }
};
