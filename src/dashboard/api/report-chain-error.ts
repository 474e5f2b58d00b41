import { reportChainError as call } from "../../../resources/billing/deposit-calls.ts";
import type { ChainKey } from "../../../resources/chains.ts";
import { attempt } from "../lib/attempt.ts";
import { send } from "./client.ts";

interface Met {
  /** What the user was shown it as. */
  readonly kind: string;
  /** What the wallet, the node or the contract said. */
  readonly message: string;
  readonly code: number | string | undefined;
  /** What the user was doing. */
  readonly action: "claim" | "activate" | "purchase" | "stake";
  readonly chain: ChainKey | undefined;
}

/** For operators. Nothing depends on its arriving. */
export const reportChainError = ({ kind, message, code, action, chain }: Met): void => {
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
