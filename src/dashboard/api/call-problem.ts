/** What the server itself answered in the middle of something on a chain, in the shape in which problems of chains are shown. */
import { chainMessages } from "../../../resources/chain-messages.ts";
import { messages } from "../../../resources/messages.ts";
import { ApiError, NetworkError } from "./errors.ts";

/** In the server's own words; undefined for what it did not answer. */
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
