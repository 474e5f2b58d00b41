import { NetworkError } from "../../api/errors.ts";
import { toast, type Toast } from "../../ui/toast.ts";
import { boostHost } from "./host.ts";
import { problemOf } from "./problem-of.ts";

/** The booster toast: something short, felt as well where the messaging app can. */
export const boostToast = (kind: Toast["kind"], text: string): void => {
  if (kind !== "info") boostHost.get().feel(kind);
  toast(text, kind);
};

/** Says why a call failed. Without an answer the question whether to try again has said it. */
export const toastProblem = (error: unknown): void => {
  if (!(error instanceof NetworkError)) boostToast("error", problemOf(error));
};
