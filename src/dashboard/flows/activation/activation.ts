/** Runs the machine of activation: one attempt at a time, from the wallet to the account that the cloud has activated. */
import type { ChainProblem } from "../../chains/evm/problem.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { createStore } from "../../lib/store.ts";
import {
  firstState,
  nextActivation,
  type ActivationChain,
  type ActivationEvent,
  type ActivationState,
} from "./machine.ts";

/** A wallet that stands on the chain. */
export interface Registering {
  /** Whether a confirmed registration of the person's wallet is on that chain already; or, on zkSync Lite, the transfer for it. */
  exists(): Promise<boolean>;
  /** Sends the registration that the cloud has signed, or the transfer for it; its hash. undefined when the person wants no more. */
  register(signature: string): Promise<string | undefined>;
  /** Resolves once the chain has confirmed it twice; throws when it failed. */
  confirmed(hash: string): Promise<unknown>;
}

export interface ActivationEffects {
  /** What the cloud says of the account. */
  isActivated(): Promise<boolean>;
  /** undefined when there is none, which the person has been told. */
  wallet(): Promise<Wallet | undefined>;
  /** undefined when it must be another wallet: nothing is said then. */
  open(wallet: Wallet, chain: ActivationChain): Promise<Registering | undefined>;
  /** The cloud's, where the chain asks for one. */
  signature(chain: ActivationChain): Promise<string>;
  /** Tells the cloud where to look. Nothing depends on its arriving. */
  hint(chain: ActivationChain, hash: string): void;
  /** Until the next time that the cloud is asked. */
  pause(chain: ActivationChain): Promise<void>;
  problemOf(error: unknown, chain: ActivationChain): Promise<ChainProblem>;
  /** Shows it; resolves to whether the person wants to try again. */
  show(problem: ChainProblem): Promise<boolean>;
  /** Once, as soon as the cloud says so. */
  activated(): void;
}

export interface Activation {
  get(): ActivationState;
  subscribe(listener: () => void): () => void;
  load(): Promise<void>;
  start(chain: ActivationChain): void;
  close(): void;
}

export const createActivation = (effects: ActivationEffects): Activation => {
  const store = createStore<ActivationState>(firstState);
  let attempts = 0;
  let closed = false;

  const send = (event: ActivationEvent): void => {
    const before = store.get();
    const next = nextActivation(before, event);
    store.set(next);
    const isNew = next.name === "activated" && before.name === "working";
    if (isNew && !closed) effects.activated();
  };

  const isCurrent = (attempt: number): boolean => {
    const state = store.get();
    return !closed && state.name === "working" && state.attempt === attempt;
  };

  const register = async (attempt: number, chain: ActivationChain): Promise<void> => {
    const wallet = await effects.wallet();
    if (!wallet) return send({ type: "ended", attempt });
    const registering = await effects.open(wallet, chain);
    if (!registering) return send({ type: "ended", attempt });
    send({ type: "reached", attempt, phase: "checking" });
    if (await registering.exists()) effects.hint(chain, "");
    else {
      const signature = await effects.signature(chain);
      if (!isCurrent(attempt)) return;
      send({ type: "reached", attempt, phase: "confirming" });
      const hash = await registering.register(signature);
      if (hash === undefined) return send({ type: "ended", attempt });
      effects.hint(chain, hash);
      send({ type: "reached", attempt, phase: "waiting" });
      await registering.confirmed(hash);
      effects.hint(chain, hash);
    }
    send({ type: "reached", attempt, phase: "waiting" });
    while (isCurrent(attempt)) {
      // Without an answer it is asked again: the registration stands on the chain.
      if (await effects.isActivated().catch(() => false)) return send({ type: "activated" });
      await effects.pause(chain);
    }
  };

  const start = (chain: ActivationChain): void => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, chain });
    if (isCurrent(attempt)) void run(attempt, chain);
  };

  const run = async (attempt: number, chain: ActivationChain): Promise<void> => {
    try {
      await register(attempt, chain);
    } catch (error) {
      if (!isCurrent(attempt)) return;
      const problem = await effects.problemOf(error, chain);
      send({ type: "ended", attempt });
      if (await effects.show(problem)) start(chain);
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: async () => {
      const activated = await effects.isActivated().catch(() => false);
      send({ type: "loaded", activated });
    },
    start,
    close: () => {
      closed = true;
    },
  };
};
