import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { rollupChainIdStatus } from "../../../../../resources/raas/rollup-calls.ts";
import {
  firstOpen,
  isReachable,
  preselected,
  problemsOf,
  steps,
  orderMethod,
  withoutUsedTrial,
  type RollupForm,
  type Step,
} from "../../flows/order-rollup/rollup-form.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { callQuery } from "../../../framework/data/use-call.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";

type Problems = Readonly<Record<string, string>>;
const none: Problems = {};

/**
 * State of the order form, with the usual options chosen. Keeps changes in a draft and the step in the URL. `trialUsed` is undefined while
 * loading.
 */
export const useWish = (trialUsed: boolean | undefined) => {
  const isTaken = useTakenCheck();
  const [initial] = useState(preselected);
  const [input, setWish] = useState(initial);
  const wish = withoutUsedTrial(input, trialUsed);
  const [query, setQuery] = useSearchParams();
  /** Errors of the current step, and errors from the server. */
  const [shown, setShown] = useState<Problems>(none);
  const draft = useDraft<RollupForm>("rollups/create", input === initial ? undefined : input, setWish);
  const requested = steps.find((step) => step === query.get("step")) ?? "stack";
  const step = isReachable(wish, requested) ? requested : firstOpen(wish);
  const go = (next: Step): void => {
    setShown(none);
    setQuery(next === "stack" ? {} : { step: next });
  };
  return {
    wish,
    step,
    shown,
    restored: draft.restored,
    go,
    change: (changes: RollupForm): void => {
      setWish((before) => ({ ...before, ...changes }));
      setShown((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))));
    },
    /** Opens the next step if the current one is valid. */
    next: async (): Promise<void> => {
      const found = problemsOf(wish, step);
      if (Object.keys(found).length > 0) return setShown(found);
      if (step === "details" && (await isTaken(wish))) return setShown({ chainId: chainIdTaken });
      go(steps[steps.indexOf(step) + 1] ?? "summary");
    },
    /** Opens the details step with errors from the server. */
    refuse: (problems: Problems): void => {
      go("details");
      setShown(problems);
    },
    /** Deletes the draft after ordering. */
    forget: draft.forget,
    startOver: (): void => {
      draft.forget();
      setWish(initial);
      go("stack");
    },
  };
};

export const chainIdTaken = "This chain ID is taken. Choose another.";

/** Checks whether the chain ID is taken. If the check fails, the server validates the order. */
const useTakenCheck = () => {
  const client = useQueryClient();
  const send = useSend();
  return async (wish: RollupForm): Promise<boolean> => {
    if (orderMethod(wish) !== "one-click" || !wish.chainId) return false;
    const query = callQuery(send, rollupChainIdStatus, { params: { chainId: wish.chainId } });
    const answer = await client.fetchQuery(query).catch(() => undefined);
    return answer?.status === "taken";
  };
};

export type WishForm = ReturnType<typeof useWish>;
