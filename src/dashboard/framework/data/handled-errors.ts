import { meaningOf, type Refusal } from "../../../../resources/declare/error-meaning.ts";

/** Ends a form's sending without a message, after the user declined its question. */
export class Declined extends Error {
  override readonly name = "Declined";
}

/**
 * Errors that the screen ignores: the session's handlers show session and network errors, and aborted requests ('Request aborted') are
 * not shown.
 */
export const isHandledElsewhere = (error: unknown): boolean =>
  /^(CanceledError|Declined|NetworkError)$/.test((error as Error).name) || meaningOf(error as Refusal) !== undefined;
