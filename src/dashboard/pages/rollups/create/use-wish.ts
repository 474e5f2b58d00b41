import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { rollupChainIdStatus } from "../../../../../resources/raas/rollup-calls.ts";
import {
  firstOpen,
  isBlank,
  isReachable,
  problemsOf,
  steps,
  orderMethod,
  type RollupForm,
  type Step,
} from "../../../flows/order-rollup/rollup-form.ts";
import { useSend } from "../../../framework/data/call-context.ts";
import { callQuery } from "../../../framework/data/use-call.ts";
import { useDraft } from "../../../framework/forms/use-draft.ts";

type Problems = Readonly<Record<string, string>>;
const none: Problems = {};

/** What is wished for, kept as a draft until it is ordered, and the step one is at, kept in the address. */
export const useWish = () => {
  const isTaken = useTakenCheck();
  const [wish, setWish] = useState<RollupForm>({});
  const [query, setQuery] = useSearchParams();
  /** Shown once somebody wants to go on, and what the cloud refused. */
  const [shown, setShown] = useState<Problems>(none);
  const draft = useDraft<RollupForm>("rollups/create", isBlank(wish) ? undefined : wish, setWish);
  const wanted = steps.find((step) => step === query.get("step")) ?? "stack";
  const step = isReachable(wish, wanted) ? wanted : firstOpen(wish);
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
    /** To the next step, unless something of this one is missing. */
    next: async (): Promise<void> => {
      const found = problemsOf(wish, step);
      if (Object.keys(found).length > 0) return setShown(found);
      if (step === "details" && (await isTaken(wish))) return setShown({ chainId: chainIdTaken });
      go(steps[steps.indexOf(step) + 1] ?? "summary");
    },
    /** Back to the fields that the cloud refused. */
    refuse: (problems: Problems): void => {
      go("details");
      setShown(problems);
    },
    /** It is ordered. */
    forget: draft.forget,
    startOver: (): void => {
      draft.forget();
      setWish({});
      go("stack");
    },
  };
};

export const chainIdTaken = "This chain ID is taken. Choose another.";

/** Whether another chain has the chosen id. Without an answer the order itself is checked. */
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
