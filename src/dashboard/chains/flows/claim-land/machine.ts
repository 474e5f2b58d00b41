/**
 * The claim as states and events (spec §4). Attempts are numbered; responses to an ended attempt are ignored.
 * `credited` comes from the server's list of deposits, never from the browser.
 */
import { claimOrder, type ChainKey } from "../../../../../resources/chains/chains.ts";
import type { PayBy } from "../../evm/pay-by.ts";
import type { ChainProblem } from "../../evm/problem.ts";
import type { PayCoin, PayStep, Quote } from "../../evm/quote.ts";
import { claimStepLand } from "../../../../../resources/limits.ts";
import { landUnit } from "../../../../../resources/money.ts";
import { claimAmount, claimDigits } from "../../../lib/format/land.ts";

/** A deposit as the server sees it. */
export interface Deposit {
  readonly state: "pending" | "credited";
  /** Confirmations so far, including its own block, and the number required. */
  readonly confirmations: number;
  readonly needed: number;
  /** LAND ×1e18. */
  readonly land: bigint;
}

export type ClaimStep =
  | { readonly name: "choosing" }
  | { readonly name: "connecting"; readonly attempt: number }
  | { readonly name: "switching"; readonly attempt: number }
  | { readonly name: "pricing"; readonly attempt: number }
  | { readonly name: "confirming"; readonly attempt: number; readonly quote: Quote; readonly ask: PayStep }
  /** Sent; `deposit` once the server has seen it. */
  | { readonly name: "waiting"; readonly attempt: number; readonly hash: string; readonly deposit?: Deposit }
  | { readonly name: "credited"; readonly hash: string; readonly land: bigint }
  | { readonly name: "failed"; readonly problem: ChainProblem };

export interface ClaimState {
  /** Follows the wallet; undefined on an unsupported network. */
  readonly chain: PayBy | undefined;
  /** Millions of LAND; undefined while a custom amount is entered. */
  readonly preset: number | undefined;
  /** Digits of the custom amount, in millions. */
  readonly custom: string;
  readonly coin: PayCoin;
  readonly step: ClaimStep;
}

export type ClaimEvent =
  | { readonly type: "choose-chain"; readonly chain: PayBy }
  | { readonly type: "wallet-moved"; readonly chain: PayBy | undefined; readonly problem: ChainProblem }
  | { readonly type: "choose-preset"; readonly millions: number }
  | { readonly type: "type-amount"; readonly input: string }
  | { readonly type: "choose-coin"; readonly coin: PayCoin }
  | { readonly type: "start"; readonly attempt: number }
  | { readonly type: "again" }
  | AttemptEvent;

type AttemptEvent =
  | { readonly type: "connected"; readonly attempt: number }
  | { readonly type: "switched"; readonly attempt: number }
  | { readonly type: "asking"; readonly attempt: number; readonly quote: Quote; readonly ask: PayStep }
  | { readonly type: "sent"; readonly attempt: number; readonly hash: string }
  | { readonly type: "seen"; readonly attempt: number; readonly deposit: Deposit }
  | { readonly type: "given-up"; readonly attempt: number }
  | { readonly type: "failed"; readonly attempt: number; readonly problem: ChainProblem };

const firstPreset = 5;

export const firstState = (chain: PayBy): ClaimState => ({
  chain,
  preset: firstPreset,
  custom: "",
  coin: "native",
  step: { name: "choosing" },
});

/** Selected LAND ×1e18. */
export const landOf = ({ preset, custom }: Pick<ClaimState, "preset" | "custom">): bigint =>
  preset === undefined ? claimAmount(custom) : BigInt(preset) * claimStepLand * landUnit;

/** The selected chain, if it supports claims. */
export const claimChain = ({ chain }: Pick<ClaimState, "chain">, offered: readonly ChainKey[] = claimOrder) =>
  offered.find((key) => key === chain);

/** Whether the selection can be changed. */
export const isOpen = ({ step }: Pick<ClaimState, "step">): boolean =>
  step.name === "choosing" || step.name === "failed" || step.name === "credited";

/** An amount above zero, on a listed chain. */
export const canClaim = (state: ClaimState, offered?: readonly ChainKey[]): boolean =>
  isOpen(state) && landOf(state) > 0n && claimChain(state, offered) !== undefined;

/** Returns the next state, or the same state if the event is not applicable. */
export const nextClaim = (state: ClaimState, event: ClaimEvent): ClaimState => {
  switch (event.type) {
    case "choose-chain":
      return isOpen(state) ? { ...state, chain: event.chain, step: choosing } : state;
    case "wallet-moved":
      return moved(state, event);
    case "choose-preset":
      return isOpen(state) ? { ...state, preset: event.millions, custom: "", step: choosing } : state;
    case "type-amount":
      return isOpen(state) ? { ...state, preset: undefined, custom: claimDigits(event.input), step: choosing } : state;
    case "choose-coin":
      return isOpen(state) ? { ...state, coin: event.coin, step: choosing } : state;
    case "start":
      return canClaim(state) ? { ...state, step: { name: "connecting", attempt: event.attempt } } : state;
    case "again":
      return isOpen(state) ? { ...state, step: choosing } : state;
    default:
      return "attempt" in state.step && state.step.attempt === event.attempt
        ? { ...state, step: answer(state.step, event) }
        : state;
  }
};

const choosing: ClaimStep = { name: "choosing" };
type Attempting = Extract<ClaimStep, { readonly attempt: number }>;

const answer = (step: Attempting, event: AttemptEvent): ClaimStep => {
  const { attempt } = step;
  switch (event.type) {
    case "connected":
      return step.name === "connecting" ? { name: "switching", attempt } : step;
    case "switched":
      return step.name === "switching" ? { name: "pricing", attempt } : step;
    case "asking":
      return step.name === "pricing" || step.name === "confirming"
        ? { name: "confirming", attempt, quote: event.quote, ask: event.ask }
        : step;
    case "sent":
      // Called again with a new hash when the user raised the fee.
      return step.name === "confirming" || step.name === "waiting"
        ? { name: "waiting", attempt, hash: event.hash }
        : step;
    case "seen":
      return step.name === "waiting" ? seen(step, event.deposit) : step;
    case "given-up":
      return choosing;
    case "failed":
      return { name: "failed", problem: event.problem };
  }
};

const seen = (step: Extract<ClaimStep, { name: "waiting" }>, deposit: Deposit): ClaimStep =>
  deposit.state === "credited" ? { name: "credited", hash: step.hash, land: deposit.land } : { ...step, deposit };

/** The wallet must stay on the chain while it is asked to pay. Sent payments continue. */
const moved = (state: ClaimState, { chain, problem }: Extract<ClaimEvent, { type: "wallet-moved" }>): ClaimState => {
  const { step } = state;
  if (step.name === "connecting" || step.name === "switching" || step.name === "waiting") return state;
  if (chain === state.chain) return state;
  const isPaying = step.name === "pricing" || step.name === "confirming";
  return { ...state, chain, step: isPaying ? { name: "failed", problem } : step };
};
