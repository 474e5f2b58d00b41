/** Runs the machine of a purchase: one attempt at a time, from the wallet to what the cloud has granted. */
import type { ChainKey } from "../../../../resources/chains.ts";
import type { ChainProblem } from "../../chains/evm/problem.ts";
import type { Cost, Wish } from "../../chains/evm/purchase.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { createStore } from "../../lib/store.ts";
import { firstState, nextPurchase, type Confirmations, type PurchaseEvent, type PurchaseState } from "./machine.ts";

/** A wallet that stands on the chain. */
export interface Buying {
  readonly account: string;
  cost(wish: Wish): Promise<Cost>;
  /** The hash of the transaction that pays. */
  buy(wish: Wish, cost: Cost): Promise<string>;
  /** Resolves once it is mined; throws when it failed or another took its place. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

/** What the cloud knows of a purchase. */
export type Seen = "granted" | Confirmations | undefined;

export interface PurchaseEffects {
  /** undefined when there is none, which the person has been told. */
  wallet(): Promise<Wallet | undefined>;
  open(wallet: Wallet, chain: ChainKey): Promise<Buying>;
  look(hash: string): Promise<Seen>;
  /** Tells the cloud where to look. Nothing depends on its arriving. */
  hint(hash: string, account: string): void;
  /** Until the next time that the cloud is asked. */
  pause(chain: ChainKey): Promise<void>;
  problemOf(error: unknown, chain: ChainKey): Promise<ChainProblem>;
  /** Shows it; resolves to whether the person wants to try again. */
  show(problem: ChainProblem): Promise<boolean>;
  granted(): void;
}

export interface Purchase {
  get(): PurchaseState;
  subscribe(listener: () => void): () => void;
  start(chain: ChainKey, wish: Wish): void;
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
    while (isCurrent(attempt)) {
      // Without an answer it is asked again: the purchase stands on the chain.
      const seen = await effects.look(hashOf()).catch(() => undefined);
      if (seen === "granted") return send({ type: "granted", attempt });
      if (seen) send({ type: "seen", attempt, confirmations: seen });
      await effects.pause(chain);
    }
  };

  const buy = async (attempt: number, chain: ChainKey, wish: Wish, buying: Buying): Promise<void> => {
    send({ type: "reached", attempt, phase: "pricing" });
    const cost = await buying.cost(wish);
    if (!isCurrent(attempt)) return;
    send({ type: "reached", attempt, phase: "confirming" });
    let hash = await buying.buy(wish, cost);
    effects.hint(hash, buying.account);
    send({ type: "reached", attempt, phase: "waiting" });
    await Promise.all([
      follow(attempt, chain, () => hash),
      buying.settled(hash, (other) => {
        hash = other;
      }),
    ]);
  };

  const run = async (attempt: number, chain: ChainKey, wish: Wish): Promise<void> => {
    let account: string | undefined;
    try {
      const wallet = await effects.wallet();
      if (!wallet) return send({ type: "ended", attempt });
      const buying = await effects.open(wallet, chain);
      account = buying.account;
      await buy(attempt, chain, wish, buying);
    } catch (error) {
      if (!isCurrent(attempt)) return;
      const problem = await effects.problemOf(error, chain);
      send({ type: "failed", attempt, problem, ...(account !== undefined && { account }) });
      if (await effects.show(problem)) start(chain, wish);
    }
  };

  const start: Purchase["start"] = (chain, wish) => {
    const attempt = (attempts += 1);
    send({ type: "start", attempt, chain });
    if (isCurrent(attempt)) void run(attempt, chain, wish);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    start,
    again: () => send({ type: "again" }),
    close: () => send({ type: "ended", attempt: attempts }),
  };
};
