/** Rules for bucket names, as the server enforces them. */
import { bucketErrors } from "../../../../resources/bucket/errors.ts";
import { bucketNameMax, bucketNameMin } from "../../../../resources/bucket/limits.ts";

export const bucketNameRule = bucketErrors.BUCKET_NAME_INVALID.message;

/** Returns the error of a name, or undefined if it is valid. */
export const bucketNameProblem = (name: string): string | undefined => {
  if (name === "") return "Enter a name.";
  if (name.length < bucketNameMin) return `Use at least ${bucketNameMin} characters.`;
  if (name.length > bucketNameMax) return `Use at most ${bucketNameMax} characters. This name has ${name.length}.`;
  return /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(name) ? undefined : bucketNameRule;
};
