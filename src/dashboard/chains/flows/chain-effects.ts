/** What all flows on a chain share: explaining and reporting errors, and waiting for the server to see a transaction. */
import { reportChainError } from "../../../../resources/billing/deposit-calls.ts";
import { receiptPollMs } from "../../../../resources/chains/limits.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { send } from "../../api/client.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import type { EvmNetwork } from "../evm/networks.ts";
import type { ChainProblem } from "../evm/problem.ts";
import { readProblem } from "../evm/read-problem.ts";
import { codesIn, textOf } from "../wallets/error-chain.ts";
import { attempt } from "../../lib/async/attempt.ts";

const messageMax = 2000;

/**
 * Maps an error to the catalog, and reports it to operators on best effort. Server errors keep their text, and are not reported.
 */
export const reportedProblem = async (
  error: unknown,
  action: "claim" | "activate" | "purchase" | "stake",
  chain: ChainKey | undefined,
): Promise<ChainProblem> => {
  const answered = callProblem(error);
  if (answered) return answered;
  const { kind, ...problem } = await readProblem(error);
  const code = codesIn(error).at(-1);
  const body = {
    kind,
    message: textOf(error).slice(0, messageMax),
    action,
    ...(code !== undefined && { code: String(code) }),
    ...(chain && { chain }),
  };
  void attempt(() => send(reportChainError, { body, silent: true }));
  return { kind, ...problem };
};

/** Maps an error to the catalog. */
export const problemOf = async (error: unknown): Promise<ChainProblem> => callProblem(error) ?? readProblem(error);

const callProblem = (error: unknown): ChainProblem | undefined => {
  if (error instanceof ApiError)
    return {
      kind: "other",
      title: chainMessages.chainErrorTitle,
      message: error.message,
      presentation: "alert",
    };
  if (error instanceof NetworkError)
    return {
      kind: "network",
      title: chainMessages.chainNetworkError,
      message: messages.networkError,
      presentation: "retry-confirm",
    };
  return undefined;
};

/** Waits until the server may know more of a transaction. */
export const receiptPause = ({ own }: EvmNetwork): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, own ? receiptPollMs.own : receiptPollMs.public);
  });
