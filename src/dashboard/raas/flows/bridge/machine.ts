/** Bridge moves between a rollup and its settlement chain, as pure states. The runner is bridge.ts. */
import type { ChainProblem } from "../../../chains/evm/problem.ts";
import type { Move } from "../../../chains/rollup/bridge.ts";
import { parseCoins } from "../../../lib/format/coins.ts";

export type { Move };
export type Direction = "deposit" | "withdraw";

export type BridgeStep =
  | { readonly name: "choosing" }
  | { readonly name: "connecting"; readonly attempt: number; readonly move: Move }
  | { readonly name: "switching"; readonly attempt: number; readonly move: Move }
  | { readonly name: "confirming"; readonly attempt: number; readonly move: Move }
  | { readonly name: "waiting"; readonly attempt: number; readonly move: Move; readonly hash: string }
  | { readonly name: "done"; readonly move: Move; readonly hash: string }
  | { readonly name: "failed"; readonly move: Move; readonly problem: ChainProblem };

export interface BridgeState {
  readonly direction: Direction;
  /** The entered amount, in coins. */
  readonly input: string;
  /** The entered receiver; empty: the sender. */
  readonly receiver: string;
  readonly step: BridgeStep;
}

export type BridgeEvent =
  | { readonly type: "turn"; readonly direction: Direction }
  | { readonly type: "type-amount"; readonly input: string }
  | { readonly type: "type-receiver"; readonly receiver: string }
  | { readonly type: "start"; readonly attempt: number; readonly move: Move }
  | { readonly type: "again" }
  | AttemptEvent;

type AttemptEvent =
  | { readonly type: "connected"; readonly attempt: number }
  | { readonly type: "switched"; readonly attempt: number }
  | { readonly type: "sent"; readonly attempt: number; readonly hash: string }
  | { readonly type: "settled"; readonly attempt: number }
  | { readonly type: "given-up"; readonly attempt: number }
  | { readonly type: "failed"; readonly attempt: number; readonly problem: ChainProblem };

const choosing: BridgeStep = { name: "choosing" };

export const firstState: BridgeState = { direction: "deposit", input: "", receiver: "", step: choosing };

/** Returns whether no move is in progress. */
export const isOpen = ({ step }: Pick<BridgeState, "step">): boolean => !("attempt" in step);

/** Returns why the entered amount is invalid; "" if it is valid. `balance` in wei, if known. */
export const amountProblem = (input: string, balance: bigint | undefined, symbol: string): string => {
  const amount = parseCoins(input);
  if (amount === undefined)
    return input.trim() === "" ? "" : `Enter an amount of ${symbol}, such as 0.1, with 18 decimals at most.`;
  if (amount === 0n) return "Enter more than zero.";
  if (balance !== undefined && amount >= balance) return "Your wallet holds less than that and the fee.";
  return "";
};

export const receiverProblem = (receiver: string): string =>
  receiver === "" || /^0x[0-9a-fA-F]{40}$/.test(receiver) ? "" : "An address is 0x and 40 digits.";

/** Returns the form's move; undefined while incomplete. */
export const moveOf = ({ direction, input, receiver }: BridgeState): Move | undefined => {
  const amount = parseCoins(input);
  if (amount === undefined || amount === 0n || receiverProblem(receiver) !== "") return undefined;
  return { kind: direction, amount, ...(receiver !== "" && { to: receiver }) };
};

/** Returns the next state, or the same state if the event is not applicable. */
export const nextBridge = (state: BridgeState, event: BridgeEvent): BridgeState => {
  switch (event.type) {
    case "turn":
      return isOpen(state) ? { ...state, direction: event.direction, step: choosing } : state;
    case "type-amount":
      return isOpen(state) ? { ...state, input: event.input, step: choosing } : state;
    case "type-receiver":
      return isOpen(state) ? { ...state, receiver: event.receiver.trim(), step: choosing } : state;
    case "start":
      return isOpen(state)
        ? { ...state, step: { name: "connecting", attempt: event.attempt, move: event.move } }
        : state;
    case "again":
      return isOpen(state) ? { ...state, step: choosing } : state;
    default:
      return "attempt" in state.step && state.step.attempt === event.attempt
        ? answered(state, state.step, event)
        : state;
  }
};

type Attempting = Extract<BridgeStep, { readonly attempt: number }>;

const answered = (state: BridgeState, step: Attempting, event: AttemptEvent): BridgeState => {
  const { move, attempt } = step;
  switch (event.type) {
    case "connected":
      return step.name === "connecting" ? { ...state, step: { name: "switching", attempt, move } } : state;
    case "switched":
      return step.name === "switching" ? { ...state, step: { name: "confirming", attempt, move } } : state;
    case "sent":
      // Called again with a new hash when the user raised the fee.
      return step.name === "confirming" || step.name === "waiting"
        ? { ...state, step: { name: "waiting", attempt, move, hash: event.hash } }
        : state;
    case "settled":
      return step.name === "waiting"
        ? { ...emptied(state, move), step: { name: "done", move, hash: step.hash } }
        : state;
    case "given-up":
      return { ...state, step: choosing };
    case "failed":
      return { ...state, step: { name: "failed", move, problem: event.problem } };
  }
};

/** Clears the form after sending, so that confirming again does not send the move twice. */
const emptied = (state: BridgeState, { kind }: Move): BridgeState =>
  kind === "finalize" || kind === "claim" ? state : { ...state, input: "", receiver: "" };
