/** Runs the sign-in machine: each state starts one effect, each response is an event. */
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import {
  idle,
  nextSession,
  type SessionEvent,
  type SessionProblem,
  type SessionState,
  type SignedMessage,
} from "./machine.ts";

export interface SessionEffects {
  /** Asks the wallet for the user's address. */
  connect(wallet: Wallet): Promise<string>;
  /** Gets the message from the server and has the wallet sign it. */
  sign(wallet: Wallet, address: string): Promise<SignedMessage>;
  /** Exchanges the signature for a session, then loads and stores the user. */
  verify(wallet: Wallet, address: string, signed: SignedMessage): Promise<void>;
  /** Calls back when the wallet's account is no longer `address`. */
  watchAccount(wallet: Wallet, address: string, onOther: () => void): () => void;
  problemOf(error: unknown): SessionProblem;
  accountChanged: SessionProblem;
}

export interface Session {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  open(): void;
  close(): void;
  back(): void;
  choose(wallet: Wallet): void;
}

export const createSession = (effects: SessionEffects): Session => {
  const store = createStore<SessionState>(idle);
  let attempts = 0;
  let stopWatching: (() => void) | undefined;

  const send = (event: SessionEvent) => {
    const next = nextSession(store.get(), event);
    if (next === store.get()) return;
    stopWatching?.();
    stopWatching = undefined;
    store.set(next);
    enter(next);
  };

  const answerWith = <T>(attempt: number, work: Promise<T>, toEvent: (result: T) => SessionEvent) => {
    work.then(
      (result) => send(toEvent(result)),
      (error: unknown) => send({ type: "failed", attempt, problem: effects.problemOf(error) }),
    );
  };

  const enter = (state: SessionState) => {
    if (state.name === "connecting") {
      const { attempt, wallet } = state;
      answerWith(attempt, effects.connect(wallet), (address) => ({ type: "connected", attempt, address }));
    }
    if (state.name === "signing") {
      const { attempt, wallet, address } = state;
      stopWatching = effects.watchAccount(wallet, address, () =>
        send({ type: "account-changed", attempt, problem: effects.accountChanged }),
      );
      answerWith(attempt, effects.sign(wallet, address), (signed) => ({ type: "signed", attempt, signed }));
    }
    if (state.name === "verifying") {
      const { attempt, wallet, address, signed } = state;
      answerWith(attempt, effects.verify(wallet, address, signed), () => ({ type: "verified", attempt }));
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    open: () => send({ type: "open" }),
    close: () => send({ type: "close" }),
    back: () => send({ type: "back" }),
    choose: (wallet) => send({ type: "choose", wallet, attempt: (attempts += 1) }),
  };
};
