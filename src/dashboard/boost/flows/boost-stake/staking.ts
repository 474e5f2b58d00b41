/** Runs the staking machine: one action at a time, from the wallet to the counted stake. */
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import { firstState, isUnderWay, nextStaking, type StakeAct, type StakingEvent, type StakingState } from "./machine.ts";

/** A connected wallet on Boost's chain. */
export interface Acting {
  /** Resolves to undefined if no approval is needed. Calls `onAsk` before the wallet is prompted. */
  approve(act: StakeAct, onAsk: () => void): Promise<string | undefined>;
  /** Resolves to the transaction's hash. */
  send(act: StakeAct): Promise<string>;
  /** Resolves to its hash once it is mined; throws if it failed or was replaced. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

/** Progress of a stake on the server. */
export interface Counted {
  readonly seen: number;
  readonly needed: number;
  readonly counted: boolean;
}

export interface StakingEffects {
  /** undefined if there is none; the user has been notified. */
  wallet(): Promise<Wallet | undefined>;
  /** Connects the wallet, switches its chain, and rejects an account that is not linked to the user. */
  open(wallet: Wallet): Promise<Acting>;
  /** Asks the server to count a stake. */
  count(hash: string): Promise<Counted>;
  pause(): Promise<void>;
  problemOf(error: unknown): Promise<ChainProblem>;
  /** Shows the error; resolves to whether the user wants to retry. */
  show(problem: ChainProblem): Promise<boolean>;
  /** Called when something on the chain may count. */
  changed(act: StakeAct): void;
  /** Called when it is done and counts. */
  done(act: StakeAct): void;
}

export interface Staking {
  get(): StakingState;
  subscribe(listener: () => void): () => void;
  /** Resolves to whether it is done and counts. */
  start(act: StakeAct): Promise<boolean>;
  close(): void;
}

/** The attempt has ended meanwhile: its result is ignored. */
class Abandoned extends Error {}

/** A stake on the chain counts even if the server can't be reached now: the server follows the chain. */
const countTries = 5;

export const createStaking = (effects: StakingEffects): Staking => {
  const store = createStore<StakingState>(firstState);
  let attempts = 0;

  const send = (event: StakingEvent): void => {
    const next = nextStaking(store.get(), event);
    if (next !== store.get()) store.set(next);
  };

  const isCurrent = (attempt: number): boolean => {
    const state = store.get();
    return isUnderWay(state) && state.attempt === attempt;
  };

  /** Returns the work's result, unless the attempt ended meanwhile. */
  const within = async <T>(attempt: number, work: Promise<T>): Promise<T> => {
    const result = await work;
    if (isCurrent(attempt)) return result;
    throw new Abandoned();
  };

  const follow = async (attempt: number, hash: string): Promise<void> => {
    for (let failures = 0; failures < countTries;) {
      try {
        const { seen, needed, counted } = await within(attempt, effects.count(hash));
        send({ type: "seen", attempt, seen, needed });
        if (counted) return;
      } catch (error) {
        if (error instanceof Abandoned) throw error;
        failures += 1;
      }
      await within(attempt, effects.pause());
    }
  };

  const run = async (attempt: number, act: StakeAct): Promise<boolean> => {
    const wallet = await within(attempt, effects.wallet());
    if (!wallet) {
      send({ type: "given-up", attempt });
      return false;
    }
    const acting = await within(attempt, effects.open(wallet));
    const approval = await within(
      attempt,
      acting.approve(act, () => send({ type: "approving", attempt })),
    );
    if (approval !== undefined)
      await within(
        attempt,
        acting.settled(approval, () => undefined),
      );
    send({ type: "confirming", attempt });
    let hash = await acting.send(act);
    send({ type: "sent", attempt, hash });
    await within(
      attempt,
      acting.settled(hash, (other) => {
        hash = other;
        send({ type: "sent", attempt, hash });
      }),
    );
    effects.changed(act);
    if (act.kind !== "mint") {
      await follow(attempt, hash);
      effects.changed(act);
    }
    send({ type: "done", attempt });
    effects.done(act);
    return true;
  };

  const start = async (act: StakeAct, canRequestAgain = true): Promise<boolean> => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, act });
    return isCurrent(attempt) && perform(attempt, act, canRequestAgain);
  };

  const perform = async (attempt: number, act: StakeAct, canRequestAgain: boolean): Promise<boolean> => {
    try {
      return await run(attempt, act);
    } catch (error) {
      if (error instanceof Abandoned || !isCurrent(attempt)) return false;
      const problem = await effects.problemOf(error);
      send({ type: "failed", attempt, problem });
      // The wallet has not connected this account. Requests an account again, once.
      if (problem.kind === "unknown-account" && canRequestAgain) return start(act, false);
      return (await effects.show(problem)) && start(act);
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (act) => start(act),
    close: () => {
      const state = store.get();
      if (isUnderWay(state)) send({ type: "given-up", attempt: state.attempt });
    },
  };
};
