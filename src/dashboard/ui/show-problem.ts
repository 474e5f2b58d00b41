import { dialogs } from "./dialogs/dialogs.ts";
import { toast } from "./toast.ts";

interface Problem {
  readonly title: string;
  readonly message: string;
  /** retry-confirm: a question with a Retry button. */
  readonly presentation: "toast" | "alert" | "retry-confirm";
}

/** Shows what went wrong in the way it asks for. Resolves to whether the user wants to try again. */
export const showProblem = async ({ title, message, presentation }: Problem): Promise<boolean> => {
  if (presentation === "retry-confirm") return dialogs.confirm({ title, text: message, ok: "Retry" });
  if (presentation === "toast") toast(message, "error");
  else await dialogs.alert({ title, text: message });
  return false;
};

/** The same for a screen that draws problems of some kinds in place: these are not shown a second time. */
export const showUnlessDrawn =
  (...drawn: readonly string[]) =>
  async (problem: Problem & { readonly kind: string }): Promise<boolean> =>
    drawn.includes(problem.kind) ? false : showProblem(problem);
