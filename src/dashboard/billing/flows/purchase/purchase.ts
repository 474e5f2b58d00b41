/** Runs the purchase machine: one attempt at a time, from the wallet to the granted purchase. */
import type { ChainKey } from "../../../../../resources/chains/chains.ts";
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { Cost, PurchaseSelection } from "../../../chains/evm/purchase.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import { firstState, nextPurchase, type Confirmations, type PurchaseEvent, type PurchaseState } from "./machine.ts";

/** A wallet connected to the chain. */
export interface Buying {
  readonly account: string;
  cost(selection: PurchaseSelection): Promise<Cost>;
  /** Returns the hash of the payment. */
  buy(selection: PurchaseSelection, cost: Cost): Promise<string>;
  /** Resolves once it is mined; throws if it failed or was replaced. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

/** The server's state of a purchase. */
export type Seen = "granted" | Confirmations | undefined;

export interface PurchaseEffects {
  /** undefined without a wallet; the user has been told. */
  wallet(): Promise<Wallet | undefined>;
  open(wallet: Wallet, chain: ChainKey): Promise<Buying>;
  readState(hash: string): Promise<Seen>;
  /** Calls back with states that arrive otherwise. Returns the function that stops it. */
  onState(hashOf: () => string, listener: (seen: Seen) => void): () => void;
  /** Tells the server where to look. Delivery is optional. */
  hint(hash: string, account: string): void;
  /** Delay until the next request to the server. */
  pause(chain: ChainKey): Promise<void>;
  problemOf(error: unknown, chain: ChainKey): Promise<ChainProblem>;
  /** Shows the error. Resolves to whether the user wants to retry. */
  show(problem: ChainProblem): Promise<boolean>;
  granted(): void;
}

export interface Purchase {
  get(): PurchaseState;
  subscribe(listener: () => void): () => void;
  start(chain: ChainKey, selection: PurchaseSelection): void;
  again(): void;
  close(): void;
}

export const createPurchase = (effects: PurchaseEffects): Purchase => {
  const store = createStore<PurchaseState>(firstState);
  let attempts = 0;

  const send = (event: PurchaseEvent): void => {
    const before = store.get();
    const next = nextPurchase(before, event);
    if (next === before) return;
    store.set(next);
    if (next.name === "granted") effects.granted();
  };
  const isCurrent = (attempt: number): boolean => {
    const state = store.get();
    return state.name === "working" && state.attempt === attempt;
  };

  const follow = async (attempt: number, chain: ChainKey, hashOf: () => string): Promise<void> => {
    const take = (seen: Seen): void => {
      if (seen === "granted") send({ type: "granted", attempt });
      else if (seen) send({ type: "seen", attempt, confirmations: seen });
    };
    const stop = effects.onState(hashOf, take);
    while (isCurrent(attempt)) {
      // Polls again after a failed request: the purchase is on-chain.
      take(await effects.readState(hashOf()).catch(() => undefined));
      if (isCurrent(attempt)) await effects.pause(chain);
    }
    stop();
  };

  const buy = async (attempt: number, chain: ChainKey, selection: PurchaseSelection, buying: Buying): Promise<void> => {
    send({ type: "reached", attempt, phase: "pricing" });
    const cost = await buying.cost(selection);
    if (!isCurrent(attempt)) return;
    send({ type: "reached", attempt, phase: "confirming" });
    let hash = await buying.buy(selection, cost);
    effects.hint(hash, buying.account);
    send({ type: "reached", attempt, phase: "waiting" });
    await Promise.all([
      follow(attempt, chain, () => hash),
      buying.settled(hash, (other) => {
        hash = other;
      }),
    ]);
  };

  const run = async (
    attempt: number,
    chain: ChainKey,
    selection: PurchaseSelection,
    canRequestAgain: boolean,
  ): Promise<void> => {
    let account: string | undefined;
    try {
      const wallet = await effects.wallet();
      if (!wallet) return send({ type: "ended", attempt });
      const buying = await effects.open(wallet, chain);
      account = buying.account;
      await buy(attempt, chain, selection, buying);
    } catch (error) {
      if (!isCurrent(attempt)) return;
      const problem = await effects.problemOf(error, chain);
      send({ type: "failed", attempt, problem, ...(account !== undefined && { account }) });
      // The wallet has not connected this account. Requests an account again, once.
      if (problem.kind === "unknown-account" && canRequestAgain) return startAttempt(chain, selection, false);
      if (await effects.show(problem)) startAttempt(chain, selection);
    }
  };

  const startAttempt = (chain: ChainKey, selection: PurchaseSelection, canRequestAgain = true): void => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, chain });
    if (isCurrent(attempt)) void run(attempt, chain, selection, canRequestAgain);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: (chain, selection) => startAttempt(chain, selection),
    again: () => send({ type: "again" }),
    close: () => send({ type: "ended", attempt: attempts }),
  };
};
