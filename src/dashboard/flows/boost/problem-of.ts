import { boostMessages } from "../../../../resources/boost/messages.ts";
import { messages } from "../../../../resources/messages.ts";
import { BoostError } from "../../api/boost/errors.ts";
import { ApiError, NetworkError } from "../../api/errors.ts";
import { isChunkLoadError } from "../../lib/load-chunk.ts";

/** What is said of a call that failed: the cloud's own words, or that none arrived. */
export const problemOf = (error: unknown): string => {
  if (error instanceof BoostError || error instanceof ApiError) return error.message;
  return error instanceof NetworkError || isChunkLoadError(error) ? messages.networkError : boostMessages.serviceError;
};
