import { boostMessages } from "../../../../../resources/boost/messages.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { ApiError, NetworkError } from "../../../api/errors.ts";
import { isChunkLoadError } from "../../../lib/async/load-chunk.ts";

/** Returns the message of a failed call: the server's message, or that it can't be reached. */
export const problemOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  return error instanceof NetworkError || isChunkLoadError(error) ? messages.networkError : boostMessages.serviceError;
};

/** Returns the code of a refusal by the server; undefined if it wasn't reached. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? String(error.code) : undefined;
