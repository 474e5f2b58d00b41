/** Error messages of files, each with what to do. */
import { CanceledError, NetworkError, ApiError } from "../../api/errors.ts";
import { S3Error } from "../../api/s3/s3-error.ts";
import { Unreadable } from "./hasher.ts";
import type { Outcome } from "./sending.ts";
import { HashMismatch, NameTaken } from "./send-file.ts";

export const wanted = {
  choose: "Choose the file again to continue.",
  allow: "Your browser needs permission to read this file again.",
} as const;

const nameTaken = "A file with this name was added to the bucket.";
const mismatch = "The stored file doesn't match the original. Upload it again.";

export const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof Unreadable) return { patch: { state: "choose", problem: wanted.choose } };
  if (error instanceof NameTaken) return { patch: { state: "taken", problem: nameTaken } };
  if (error instanceof HashMismatch)
    return { patch: { state: "failed", problem: mismatch, uploadId: undefined, sentBytes: 0, replaces: true } };
  // The page is being redirected to sign-in; the queue waits.
  if (error instanceof CanceledError || isSessionEnd(error)) return { halts: true };
  return { patch: { state: "failed", problem: messageOf(error) }, pausesAll: isUsedUp(error) };
};

export const isUsedUp = (error: unknown): boolean => error instanceof S3Error && error.code === "QuotaExceeded";

/** Returns whether the server no longer has this upload. */
export const isGone = (error: unknown): boolean =>
  error instanceof S3Error && (error.code === "NoSuchUpload" || error.code === "InvalidPart");
export const isTaken = (error: unknown): boolean => error instanceof S3Error && error.code === "PreconditionFailed";
export const isBreak = (error: unknown): boolean => error instanceof NetworkError;
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode >= 500 || passing.has(String(error.code)));

/** Codes of temporary network and server failures. */
const passing: ReadonlySet<string> = new Set([
  "BadDigest",
  "IncompleteBody",
  "RequestTimeout",
  "SlowDown",
  "ConditionalRequestConflict",
]);

const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && !(error instanceof S3Error) && error.statusCode === 401;

const messages: Readonly<Record<string, string>> = {
  AccessDenied: "You can't add files to this bucket. Ask the team's owner for access.",
  NoSuchBucket: "This bucket was deleted. Remove the file from the queue.",
  KeyTooLongError: "The path is longer than 1024 bytes. Use a shorter name.",
  EntityTooLarge: "This file exceeds the maximum size.",
  BadDigest: "The upload was corrupted several times. Try another connection.",
  InternalError: "The server failed several times. Try again later.",
};

const messageOf = (error: unknown): string => {
  const { message } = error as Error;
  return (error instanceof S3Error && messages[String(error.code)]) || message;
};
