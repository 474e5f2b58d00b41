import { reportChainError as call } from "../../../resources/billing/deposit-calls.ts";
import type { ChainKey } from "../../../resources/chains.ts";
import { attempt } from "../lib/attempt.ts";
import { send } from "./client.ts";

interface ChainErrorReport {
  /** The problem kind shown to the user. */
  readonly kind: string;
  /** Message of the wallet, the node or the contract. */
  readonly message: string;
  readonly code: number | string | undefined;
  /** The user's action. */
  readonly action: "claim" | "activate" | "purchase" | "stake";
  readonly chain: ChainKey | undefined;
}

/** Reports an error to operators. Delivery is best effort. */
export const reportChainError = ({ kind, message, code, action, chain }: ChainErrorReport): void => {
  const body = {
    kind,
    message: message.slice(0, messageMax),
    action,
    ...(code !== undefined && { code: String(code) }),
    ...(chain && { chain }),
  };
  void attempt(() => send(call, { body, silent: true }));
};

const messageMax = 2000;
