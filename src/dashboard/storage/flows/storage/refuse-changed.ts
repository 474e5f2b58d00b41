import { fingerprintOf } from "../../../../../resources/declare/based-on.ts";
import { sharedErrors } from "../../../../../resources/declare/shared-errors.ts";
import { ApiError } from "../../../api/errors.ts";

/**
 * Refuses to replace what others have changed meanwhile, as the server does for its own calls: S3 has no condition for
 * tags and CORS rules, so they are read again just before. Throws CHANGED_MEANWHILE.
 */
export const refuseChanged = (field: string, theirs: unknown, seen: unknown, yours: unknown): void => {
  const now = fingerprintOf(theirs);
  if (now === fingerprintOf(seen) || now === fingerprintOf(yours)) return;
  const { status, message } = sharedErrors.CHANGED_MEANWHILE;
  throw new ApiError(message, { status, code: "CHANGED_MEANWHILE", data: { changed: { [field]: { yours, theirs } } } });
};
