import { meaningOf, type Refusal } from "../../../../resources/error-meaning.ts";

/**
 * Errors of which the screen says nothing: the session's handlers show what concerns the whole session, and the network's; a
 * request that was aborted ('Request aborted') is nobody's business.
 */
export const isHandledElsewhere = (error: unknown): boolean => {
  const { name } = error as { readonly name?: string };
  return name === "CanceledError" || name === "NetworkError" || meaningOf(error as Refusal) !== undefined;
};
