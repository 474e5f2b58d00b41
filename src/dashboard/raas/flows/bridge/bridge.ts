/** Runs the bridge machine: one move at a time, from the wallet's account to the mined transaction. */
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import { firstState, nextBridge, type BridgeEvent, type BridgeState, type Move } from "./machine.ts";

/** A connected wallet on the move's source network. */
export interface Moving {
  /** Resolves to the transaction's hash. */
  send(): Promise<string>;
  /** Resolves once it is mined; throws if it failed or was replaced. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

export interface Sent {
  readonly move: Move;
  readonly address: string;
  readonly hash: string;
}

export interface BridgeEffects {
  /** The selected wallet; undefined if there is none, and the user has been told. */
  wallet(): Promise<Wallet | undefined>;
  connect(wallet: Wallet): Promise<string>;
  /** Switches the wallet to the move's source network, and verifies that it is this rollup's. */
  switchFor(wallet: Wallet, move: Move): Promise<void>;
  open(wallet: Wallet, address: string, move: Move): Promise<Moving>;
  /** Stores a sent move, so that it is listed at once and after a reload. */
  storeSent(sent: Sent): Promise<void>;
  /** Deletes a move that failed on its chain or was replaced. */
  forgetSent(sent: Pick<Sent, "address" | "hash">): Promise<void>;
  problemOf(error: unknown): Promise<ChainProblem>;
  /** Shows the error; resolves to whether the user wants to retry. */
  show(problem: ChainProblem): Promise<boolean>;
}

export interface Bridge {
  get(): BridgeState;
  subscribe(listener: () => void): () => void;
  send(event: BridgeEvent): void;
  start(move: Move): void;
  close(): void;
}

/** The attempt has ended: its result is ignored. */
class Abandoned extends Error {}

export const createBridge = (effects: BridgeEffects): Bridge => {
  const store = createStore<BridgeState>(firstState);
  let attempts = 0;

  const send = (event: BridgeEvent): void => {
    const next = nextBridge(store.get(), event);
    if (next !== store.get()) store.set(next);
  };

  const isCurrent = (attempt: number): boolean => {
    const { step } = store.get();
    return "attempt" in step && step.attempt === attempt;
  };

  /** Returns the work's result, unless the attempt ended meanwhile. */
  const within = async <T>(attempt: number, work: Promise<T>): Promise<T> => {
    const result = await work;
    if (isCurrent(attempt)) return result;
    throw new Abandoned();
  };

  const performMove = async (attempt: number, move: Move): Promise<void> => {
    const wallet = await within(attempt, effects.wallet());
    if (!wallet) return send({ type: "given-up", attempt });
    const address = await within(attempt, effects.connect(wallet));
    send({ type: "connected", attempt });
    await within(attempt, effects.switchFor(wallet, move));
    send({ type: "switched", attempt });
    const moving = await within(attempt, effects.open(wallet, address, move));
    let hash = await moving.send();
    await effects.storeSent({ move, address, hash });
    send({ type: "sent", attempt, hash });
    const onRepriced = (other: string): void => {
      void effects.forgetSent({ address, hash }).then(() => effects.storeSent({ move, address, hash: other }));
      hash = other;
      send({ type: "sent", attempt, hash });
    };
    try {
      await within(attempt, moving.settled(hash, onRepriced));
    } catch (error) {
      if (!(error instanceof Abandoned)) await effects.forgetSent({ address, hash });
      throw error;
    }
    send({ type: "settled", attempt });
  };

  const start = (move: Move, canRequestAgain = true): void => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, move });
    if (isCurrent(attempt)) void run(attempt, move, canRequestAgain);
  };

  const run = async (attempt: number, move: Move, canRequestAgain: boolean): Promise<void> => {
    try {
      await performMove(attempt, move);
    } catch (error) {
      if (error instanceof Abandoned || !isCurrent(attempt)) return;
      const problem = await effects.problemOf(error);
      send({ type: "failed", attempt, problem });
      // The wallet has not connected this account. Requests an account again, once.
      if (problem.kind === "unknown-account" && canRequestAgain) return start(move, false);
      if (await effects.show(problem)) start(move);
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    send,
    start: (move) => start(move),
    close: () => {
      const { step } = store.get();
      if ("attempt" in step) send({ type: "given-up", attempt: step.attempt });
    },
  };
};
