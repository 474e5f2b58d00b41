/** The order form of a rollup; stored as a draft until it is ordered. */
import type { CallInput } from "../../../../resources/call-input.ts";
import { rollupPlans, type RollupPlan } from "../../../../resources/raas/plans.ts";
import { createRollup } from "../../../../resources/raas/rollup-calls.ts";
import { isOneClick, rollupDaLayers, type RollupChoice } from "../../../../resources/raas/rollups.ts";
import { messages } from "../../../../resources/messages.ts";
import { emailPattern } from "../../../../resources/patterns.ts";

/** Text fields of the chain and of the contact. */
const inputFields = ["name", "chainId", "footerLink", "email", "telegram", "xId", "schedulingLink"] as const;
const imageFields = ["chainLogo", "favicon", "background"] as const;

export type InputField = (typeof inputFields)[number];
export type PictureField = (typeof imageFields)[number];

export type RollupWish = Readonly<
  Partial<RollupChoice> &
    Partial<Record<InputField, string>> &
    Partial<Record<PictureField, string>> & { purchasePlan?: RollupPlan }
>;

export const steps = ["stack", "data", "settlement", "details", "summary"] as const;
export type Step = (typeof steps)[number];

/** Returns how the rollup is ordered: one-click or by application; undefined while undecided. */
export const wayOf = (wish: RollupWish): "one-click" | "application" | undefined => {
  const choice = choiceOf(wish);
  if (!choice) return undefined;
  return isOneClick(choice) ? "one-click" : "application";
};

/** Returns a step's errors by field; empty if it is complete. */
export const problemsOf = (wish: RollupWish, step: Step): Readonly<Record<string, string>> => {
  switch (step) {
    case "stack":
      return missing(wish, "framework", "Choose a stack.");
    case "data":
      return missing(wish, "daLayer", "Choose a data availability layer.");
    case "settlement":
      return {
        ...missing(wish, "settlement", "Choose a settlement layer."),
        ...missing(wish, "network", "Choose a network."),
      };
    case "details":
      return detailProblems(wish);
    case "summary":
      return {};
  }
};

/** Returns the first incomplete step, or the summary. */
export const firstOpen = (wish: RollupWish): Step =>
  steps.find((step) => Object.keys(problemsOf(wish, step)).length > 0) ?? "summary";

/** Returns whether a step is reachable: all previous ones are complete. */
export const isReachable = (wish: RollupWish, step: Step): boolean =>
  steps.indexOf(step) <= steps.indexOf(firstOpen(wish));

/** Returns the order's body: only fields of its method. */
export const orderOf = (wish: RollupWish) => {
  const choice = choiceOf(wish)!;
  const own = wayOf(wish) === "one-click" ? oneClickFields : applicationFields;
  const said = Object.entries(wish).filter(([field, value]) => own.has(field) && value !== undefined && value !== "");
  return { ...choice, ...Object.fromEntries(said) } as CallInput<typeof createRollup>["body"];
};

/** Returns whether the form is empty. */
export const isBlank = (wish: RollupWish): boolean =>
  Object.values(wish).every((value) => value === undefined || value === "");

const oneClickFields: ReadonlySet<string> = new Set(["name", "chainId", "purchasePlan", "footerLink", ...imageFields]);
const applicationFields: ReadonlySet<string> = new Set(["name", "email", "telegram", "xId", "schedulingLink"]);

const choiceOf = ({ framework, daLayer, settlement, network }: RollupWish): RollupChoice | undefined =>
  framework && daLayer && settlement && network ? { framework, daLayer, settlement, network } : undefined;

const missing = (wish: RollupWish, field: keyof RollupWish, message: string): Record<string, string> =>
  wish[field] === undefined ? { [field]: message } : {};

const detailProblems = (wish: RollupWish): Record<string, string> => {
  const way = wayOf(wish);
  if (way === undefined) return { name: "Choose the stack, data and settlement layers first." };
  const own = way === "one-click" ? oneClickFields : applicationFields;
  const found: Record<string, string> = {};
  for (const { path, message } of createRollup.body!.safeParse(asBody(wish)).error?.issues ?? []) {
    const field = String(path[0]);
    if (own.has(field)) found[field] ??= message;
  }
  const required = way === "one-click" ? (["name", "chainId"] as const) : (["name", "email", "telegram"] as const);
  for (const field of required) if (!wish[field]?.trim()) found[field] = messages.fieldRequired;
  if (way === "application") {
    if (found["email"] === undefined && !emailPattern.test(wish.email!.trim())) found["email"] = messages.emailInvalid;
    return found;
  }
  if (!wish.purchasePlan || !rollupPlans.includes(wish.purchasePlan)) found["purchasePlan"] = "Choose a plan.";
  return found;
};

/** Removes empty fields. */
const asBody = (wish: RollupWish): object => ({
  framework: "OP",
  daLayer: rollupDaLayers[0],
  settlement: "ETHEREUM",
  network: "TESTNET",
  ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== "")),
});
