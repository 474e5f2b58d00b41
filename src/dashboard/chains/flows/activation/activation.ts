/** Runs the activation machine: one attempt at a time, from the wallet to the activated account. */
import type { ChainProblem } from "../../evm/problem.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import {
  firstState,
  nextActivation,
  type ActivationChain,
  type ActivationEvent,
  type ActivationState,
} from "./machine.ts";

/** A wallet connected to the chain. */
export interface Registering {
  /** Whether the wallet is already registered on that chain; for zkSync Lite, whether the transfer exists. */
  exists(): Promise<boolean>;
  /** Sends the server-signed registration, or the transfer. Returns its hash, or undefined when the user cancels. */
  register(signature: string): Promise<string | undefined>;
  /** Resolves after two confirmations; throws if the transaction failed. */
  confirmed(hash: string): Promise<unknown>;
}

export interface ActivationEffects {
  /** The server's state of the account. */
  isActivated(): Promise<boolean>;
  /** undefined without a wallet; the user has been told. */
  wallet(): Promise<Wallet | undefined>;
  /** undefined when another wallet is required; no error is shown. */
  open(wallet: Wallet, chain: ActivationChain): Promise<Registering | undefined>;
  /** The server's signature, where the chain requires one. */
  signature(chain: ActivationChain): Promise<string>;
  /** Tells the server where to look. Delivery is optional. */
  hint(chain: ActivationChain, hash: string): void;
  /** Delay until the next request to the server. */
  pause(chain: ActivationChain): Promise<void>;
  problemOf(error: unknown, chain: ActivationChain): Promise<ChainProblem>;
  /** Shows the error. Resolves to whether the user wants to retry. */
  show(problem: ChainProblem): Promise<boolean>;
  /** Called once when the server confirms activation. */
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
      // Polls again after a failed request: the registration is on-chain.
      if (await effects.isActivated().catch(() => false)) return send({ type: "activated" });
      await effects.pause(chain);
    }
  };

  const start = (chain: ActivationChain, canRequestAgain = true): void => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, chain });
    if (isCurrent(attempt)) void run(attempt, chain, canRequestAgain);
  };

  const run = async (attempt: number, chain: ActivationChain, canRequestAgain: boolean): Promise<void> => {
    try {
      await register(attempt, chain);
    } catch (error) {
      if (!isCurrent(attempt)) return;
      const problem = await effects.problemOf(error, chain);
      send({ type: "ended", attempt });
      // The wallet has not connected this account. Requests an account again, once.
      if (problem.kind === "unknown-account" && canRequestAgain) return start(chain, false);
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
    start: (chain) => start(chain),
    close: () => {
      closed = true;
    },
  };
};
