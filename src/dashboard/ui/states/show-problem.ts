import { dialogs } from "../dialogs/dialogs.ts";
import { toast } from "../toast/toast.ts";

interface Problem {
  readonly title: string;
  readonly message: string;
  /** retry-confirm: a dialog with a Retry button. */
  readonly presentation: "toast" | "alert" | "retry-confirm";
}

/** Shows an error in its presentation. Resolves to whether the user wants to retry. */
export const showProblem = async ({ title, message, presentation }: Problem): Promise<boolean> => {
  if (presentation === "retry-confirm") return dialogs.confirm({ title, text: message, ok: "Retry" });
  if (presentation === "toast") toast(message, "error");
  else await dialogs.alert({ title, text: message });
  return false;
};

/** Shows errors, except for kinds that the screen shows in place. */
export const showUnlessInline =
  (...drawn: readonly string[]) =>
  async (problem: Problem & { readonly kind: string }): Promise<boolean> =>
    drawn.includes(problem.kind) ? false : showProblem(problem);
