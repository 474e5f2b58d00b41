import { NetworkError } from "../../../api/errors.ts";
import { toast, type Toast } from "../../../ui/toast/toast.ts";
import { boostHost } from "./host.ts";
import { problemOf } from "./problem-of.ts";

/** Shows the booster toast: a short message, with haptic feedback in the messaging app. */
export const boostToast = (kind: Toast["kind"], text: string): void => {
  if (kind !== "info") boostHost.get().feel(kind);
  toast(text, kind);
};

/** Shows why a call failed; for `useAct`. Network failures are already shown by the retry dialog. */
export const toastProblem = (error: unknown): true => {
  if (!(error instanceof NetworkError)) boostToast("error", problemOf(error));
  return true;
};
