/** Runs the claim machine: one attempt at a time, from sign-in to the credited deposit. */
import type { ChainKey } from "../../../../../resources/chains/chains.ts";
import type { PayBy } from "../../evm/pay-by.ts";
import type { ChainProblem } from "../../evm/problem.ts";
import type { Order, PayStep, Quote } from "../../evm/quote.ts";
import type { Wallet } from "../../wallets/discover.ts";
import { createStore } from "../../../lib/store.ts";
import {
  claimChain,
  firstState,
  landOf,
  nextClaim,
  type ClaimEvent,
  type ClaimState,
  type Deposit,
} from "./machine.ts";

/** A wallet connected to the chain. */
export interface Paying {
  readonly chain: ChainKey;
  readonly address: string;
  quote(order: Order): Promise<Quote>;
  /** Returns the hash of the payment. */
  pay(order: Order, quote: Quote, onAsk: (ask: PayStep) => void): Promise<string>;
  /** Resolves once it is mined; throws if it failed or was replaced. */
  settled(hash: string, onRepriced: (hash: string) => void): Promise<unknown>;
}

export interface ClaimEffects {
  /** The user's on-chain account; asks to sign in. undefined if the user declines. */
  account(): Promise<string | undefined>;
  /** The wallet to pay with; undefined without one, and the user has been told. */
  payer(): Promise<Wallet | undefined>;
  connect(wallet: Wallet): Promise<string>;
  /** Switches the wallet to the chain and checks that the chain is this instance's. */
  switchTo(wallet: Wallet, chain: ChainKey): Promise<void>;
  open(wallet: Wallet, chain: ChainKey, address: string): Promise<Paying>;
  /** Calls back with the server's state of a deposit; returns a function that stops. */
  follow(chain: ChainKey, hash: string, onSeen: (deposit: Deposit) => void): () => void;
  /** Reported to the server after sending, where reporting is enabled. */
  report(hash: string, address: string): void;
  problemOf(error: unknown, chain: ChainKey | undefined): Promise<ChainProblem>;
  /** Shows the error. Resolves to whether the user wants to retry. */
  show(problem: ChainProblem): Promise<boolean>;
  credited(): void;
  storePayBy(chain: PayBy): void;
}

export interface Claim {
  get(): ClaimState;
  subscribe(listener: () => void): () => void;
  send(event: ClaimEvent): void;
  start(): void;
  close(): void;
}

/** The attempt has ended: its result is ignored. */
class Abandoned extends Error {}

export const createClaim = (effects: ClaimEffects, first: PayBy): Claim => {
  const store = createStore<ClaimState>(firstState(first));
  let attempts = 0;
  let stopFollowing: (() => void) | undefined;

  const send = (event: ClaimEvent): void => {
    const before = store.get();
    const next = nextClaim(before, event);
    if (next === before) return;
    store.set(next);
    if (next.chain !== undefined && next.chain !== before.chain) effects.storePayBy(next.chain);
    if (next.step.name === "credited" && before.step.name !== "credited") effects.credited();
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

  const performClaim = async (attempt: number, order: Omit<Order, "euid">, chain: ChainKey): Promise<void> => {
    const euid = await within(attempt, effects.account());
    const wallet = euid && (await within(attempt, effects.payer()));
    if (!euid || !wallet) return send({ type: "given-up", attempt });
    const address = await within(attempt, effects.connect(wallet));
    send({ type: "connected", attempt });
    await within(attempt, effects.switchTo(wallet, chain));
    send({ type: "switched", attempt });
    const paying = await within(attempt, effects.open(wallet, chain, address));
    const full = { ...order, euid };
    const quote = await within(attempt, paying.quote(full));
    const onAsk = (ask: PayStep) => send({ type: "asking", attempt, quote, ask });
    const hash = await paying.pay(full, quote, onAsk);
    send({ type: "sent", attempt, hash });
    effects.report(hash, address);
    if (isCurrent(attempt)) await followUp(attempt, paying, hash);
  };

  const followUp = async (attempt: number, paying: Paying, hash: string): Promise<void> => {
    const follow = (sent: string): void => {
      stopFollowing?.();
      stopFollowing = effects.follow(paying.chain, sent, (deposit) => send({ type: "seen", attempt, deposit }));
    };
    follow(hash);
    await paying.settled(hash, (other) => {
      send({ type: "sent", attempt, hash: other });
      follow(other);
    });
  };

  const run = async (attempt: number, canRequestAgain = true): Promise<void> => {
    const state = store.get();
    const chain = claimChain(state);
    if (chain === undefined) return;
    try {
      await performClaim(attempt, { land: landOf(state), coin: state.coin }, chain);
    } catch (error) {
      if (error instanceof Abandoned || !isCurrent(attempt)) return;
      const problem = await effects.problemOf(error, chain);
      send({ type: "failed", attempt, problem });
      // The wallet has not opened this account: requests it again, once.
      if (problem.kind === "unknown-account" && canRequestAgain) return again(false);
      if (await effects.show(problem)) again(true);
    }
  };

  const again = (canRequestAgain: boolean): void => {
    const attempt = (attempts += 1);
    stopFollowing?.();
    send({ type: "start", attempt });
    if (isCurrent(attempt)) void run(attempt, canRequestAgain);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    send,
    start: () => again(true),
    close: () => {
      stopFollowing?.();
      attempts += 1;
      const { step } = store.get();
      if ("attempt" in step) send({ type: "given-up", attempt: step.attempt });
    },
  };
};
