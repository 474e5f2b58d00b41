/** The rules of a bucket's name, as the cloud has them: pure, for the field. */
import { bucketErrors } from "../../../../resources/bucket/errors.ts";
import { bucketNameMax, bucketNameMin } from "../../../../resources/bucket/limits.ts";

export const bucketNameRule = bucketErrors.BUCKET_NAME_INVALID.message;

/** Says what is wrong with a name; undefined accepts it. */
export const bucketNameProblem = (name: string): string | undefined => {
  if (name === "") return "Enter a name.";
  if (name.length < bucketNameMin) return `Use at least ${bucketNameMin} characters.`;
  if (name.length > bucketNameMax)
    return `A name has ${bucketNameMax} characters at most; this one has ${name.length}.`;
  return /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(name) ? undefined : bucketNameRule;
};
