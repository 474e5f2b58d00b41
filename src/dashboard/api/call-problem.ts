/** Errors of our own API during a chain operation, in the shape of chain problems. */
import { chainMessages } from "../../../resources/chain-messages.ts";
import { messages } from "../../../resources/messages.ts";
import { ApiError, NetworkError } from "./errors.ts";

/** Returns the problem with the server's own message; undefined for any other error. */
export const callProblem = (error: unknown) => {
  if (error instanceof ApiError)
    return {
      kind: "other",
      title: chainMessages.chainErrorTitle,
      message: error.message,
      presentation: "alert",
    } as const;
  if (error instanceof NetworkError)
    return {
      kind: "network",
      title: chainMessages.chainNetworkError,
      message: messages.networkError,
      presentation: "retry-confirm",
    } as const;
  return undefined;
};
