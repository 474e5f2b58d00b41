/** The order form of a rollup; stored as a draft until it is ordered. */
import type { CallInput } from "../../../../../resources/declare/call-input.ts";
import { rollupPlans, type RollupPlan } from "../../../../../resources/raas/plans.ts";
import { createRollup } from "../../../../../resources/raas/rollup-calls.ts";
import { isOneClick, rollupDaLayers, type RollupChoice } from "../../../../../resources/raas/rollups.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { emailPattern } from "../../../../../resources/declare/patterns.ts";

/** Text fields of the chain and of the contact. */
const inputFields = ["name", "chainId", "footerLink", "email", "telegram", "xId", "schedulingLink"] as const;
const imageFields = ["chainLogo", "favicon", "background"] as const;

export type InputField = (typeof inputFields)[number];
export type PictureField = (typeof imageFields)[number];

export type RollupForm = Readonly<
  Partial<RollupChoice> &
    Partial<Record<InputField, string>> &
    Partial<Record<PictureField, string>> & { purchasePlan?: RollupPlan }
>;

/** What a first rollup needs: the stack that is created with one click, on a test network, with the trial. Only its name is missing. */
export const preselected = (): RollupForm => ({
  framework: "OP",
  daLayer: rollupDaLayers[0],
  settlement: "ETHEREUM",
  network: "TESTNET",
  chainId: randomChainId(),
  purchasePlan: "FREE",
});

/** Returns a random chain ID of eight digits: unlikely to be taken, but still readable. */
export const randomChainId = (): string =>
  String(10_000_000 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 90_000_000));

/** Returns the form without the trial for accounts that have used theirs. */
export const withoutUsedTrial = (form: RollupForm, trialUsed: boolean | undefined): RollupForm => {
  const { purchasePlan, ...others } = form;
  return trialUsed && purchasePlan === "FREE" ? others : form;
};

export const steps = ["stack", "data", "settlement", "details", "summary"] as const;
export type Step = (typeof steps)[number];

/** Returns how the rollup is ordered: one-click or by application; undefined while undecided. */
export const orderMethod = (form: RollupForm): "one-click" | "application" | undefined => {
  const choice = choiceOf(form);
  if (!choice) return undefined;
  return isOneClick(choice) ? "one-click" : "application";
};

/** Returns a step's errors by field; empty if it is complete. */
export const problemsOf = (form: RollupForm, step: Step): Readonly<Record<string, string>> => {
  switch (step) {
    case "stack":
      return missing(form, "framework", "Choose a stack.");
    case "data":
      return missing(form, "daLayer", "Choose a data availability layer.");
    case "settlement":
      return {
        ...missing(form, "settlement", "Choose a settlement layer."),
        ...missing(form, "network", "Choose a network."),
      };
    case "details":
      return detailProblems(form);
    case "summary":
      return {};
  }
};

/** Returns the first incomplete step, or the summary. */
export const firstOpen = (form: RollupForm): Step =>
  steps.find((step) => Object.keys(problemsOf(form, step)).length > 0) ?? "summary";

/** Returns whether a step is reachable: all previous ones are complete. */
export const isReachable = (form: RollupForm, step: Step): boolean =>
  steps.indexOf(step) <= steps.indexOf(firstOpen(form));

/** Returns the order's body: only fields of its method. */
export const orderOf = (form: RollupForm) => {
  const choice = choiceOf(form)!;
  const own = orderMethod(form) === "one-click" ? oneClickFields : applicationFields;
  const filled = Object.entries(form).filter(([field, value]) => own.has(field) && value !== undefined && value !== "");
  return { ...choice, ...Object.fromEntries(filled) } as CallInput<typeof createRollup>["body"];
};

const oneClickFields: ReadonlySet<string> = new Set(["name", "chainId", "purchasePlan", "footerLink", ...imageFields]);
const applicationFields: ReadonlySet<string> = new Set(["name", "email", "telegram", "xId", "schedulingLink"]);

const choiceOf = ({ framework, daLayer, settlement, network }: RollupForm): RollupChoice | undefined =>
  framework && daLayer && settlement && network ? { framework, daLayer, settlement, network } : undefined;

const missing = (form: RollupForm, field: keyof RollupForm, message: string): Record<string, string> =>
  form[field] === undefined ? { [field]: message } : {};

const detailProblems = (form: RollupForm): Record<string, string> => {
  const method = orderMethod(form);
  if (method === undefined) return { name: "Choose the stack, data and settlement layers first." };
  const own = method === "one-click" ? oneClickFields : applicationFields;
  const problems: Record<string, string> = {};
  for (const { path, message } of createRollup.body!.safeParse(asBody(form)).error?.issues ?? []) {
    const field = String(path[0]);
    if (own.has(field)) problems[field] ??= message;
  }
  const required = method === "one-click" ? (["name", "chainId"] as const) : (["name", "email", "telegram"] as const);
  for (const field of required) if (!form[field]?.trim()) problems[field] = messages.fieldRequired;
  if (method === "application") {
    if (problems["email"] === undefined && !emailPattern.test(form.email!.trim()))
      problems["email"] = messages.emailInvalid;
    return problems;
  }
  if (!form.purchasePlan || !rollupPlans.includes(form.purchasePlan)) problems["purchasePlan"] = "Choose a plan.";
  return problems;
};

/** Removes empty fields. */
const asBody = (form: RollupForm): object => ({
  framework: "OP",
  daLayer: rollupDaLayers[0],
  settlement: "ETHEREUM",
  network: "TESTNET",
  ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== "")),
});
