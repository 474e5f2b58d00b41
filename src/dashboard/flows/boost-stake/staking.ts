/** Runs the staking machine: one act at a time, from the wallet's account to the stake that the cloud counts. */
import type { ChainProblem } from "../../chains/evm/problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { createStore } from "../../lib/store.ts";
import { firstState, isUnderWay, nextStaking, type StakeAct, type StakingEvent, type StakingState } from "./machine.ts";

/** A wallet that is connected and stands on Boost's chain. */
export interface Acting {
  /** undefined where nothing had to be approved. Calls `onAsk` before the wallet is asked. */
  approve(act: StakeAct, onAsk: () => void): Promise<string | undefined>;
  /** The hash of the transaction. */
  send(act: StakeAct): Promise<string>;
  /** Resolves to its hash once it is mined; throws when it failed or another took its place. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

/** How far the cloud is with a stake. */
export interface Counted {
  readonly seen: number;
  readonly needed: number;
  readonly counted: boolean;
}

export interface StakingEffects {
  /** undefined when there is none, which the person has been told. */
  wallet(): Promise<Wallet | undefined>;
  /** Connects it, brings it onto the chain, and refuses an account that does not count for the person. */
  open(wallet: Wallet): Promise<Acting>;
  /** Asks the cloud to count a stake. */
  count(hash: string): Promise<Counted>;
  pause(): Promise<void>;
  problemOf(error: unknown): Promise<ChainProblem>;
  /** Shows it; resolves to whether the person wants to try again. */
  show(problem: ChainProblem): Promise<boolean>;
  /** Something is on the chain, and may count. */
  changed(act: StakeAct): void;
  /** It is done, and counts. */
  done(act: StakeAct): void;
}

export interface Staking {
  get(): StakingState;
  subscribe(listener: () => void): () => void;
  start(act: StakeAct): void;
  close(): void;
}

/** The attempt has ended meanwhile: whatever comes of it is of no more interest. */
class Abandoned extends Error {}

/** A stake on the chain counts all the same when the cloud cannot be asked: it follows the chain by itself. */
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

  /** The work's outcome, unless the attempt ended while it was under way. */
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

  const run = async (attempt: number, act: StakeAct): Promise<void> => {
    const wallet = await within(attempt, effects.wallet());
    if (!wallet) return send({ type: "given-up", attempt });
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
  };

  const start = (act: StakeAct): void => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, act });
    if (isCurrent(attempt)) void begin(attempt, act);
  };

  const begin = async (attempt: number, act: StakeAct): Promise<void> => {
    try {
      await run(attempt, act);
    } catch (error) {
      if (error instanceof Abandoned || !isCurrent(attempt)) return;
      const problem = await effects.problemOf(error);
      send({ type: "failed", attempt, problem });
      if (await effects.show(problem)) start(act);
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    close: () => {
      const state = store.get();
      if (isUnderWay(state)) send({ type: "given-up", attempt: state.attempt });
    },
  };
};
