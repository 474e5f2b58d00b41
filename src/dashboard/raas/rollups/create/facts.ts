import { rollupTerms } from "../../../../../resources/raas/plans.ts";
import { orderMethod, type RollupForm, type Step } from "../../flows/order-rollup/rollup-form.ts";
import { dataNames, networkNames, settlementNames, stackNames } from "../labels.ts";

export interface WishFact {
  readonly label: string;
  /** Empty until it is entered. */
  readonly value: string;
  /** Step with the field. */
  readonly step: Step;
}

/** Returns the entered options, in the order of the steps. */
export const factsOf = (wish: RollupForm): readonly WishFact[] => [
  { label: "Stack", value: wish.framework ? stackNames[wish.framework] : "", step: "stack" },
  { label: "Data", value: wish.daLayer ? dataNames[wish.daLayer] : "", step: "data" },
  { label: "Settlement", value: settlesOn(wish), step: "settlement" },
  { label: "Name", value: wish.name?.trim() ?? "", step: "details" },
  ...(orderMethod(wish) === "application" ? contactFacts(wish) : chainFacts(wish)),
];

const settlesOn = ({ settlement, network }: RollupForm): string =>
  [settlement && settlementNames[settlement], network && networkNames[network].toLowerCase()].filter(Boolean).join(" ");

const chainFacts = ({ chainId = "", purchasePlan }: RollupForm): readonly WishFact[] => [
  { label: "Chain ID", value: chainId, step: "details" },
  { label: "Plan", value: purchasePlan ? rollupTerms[purchasePlan].label : "", step: "details" },
];

const contactFacts = ({
  email = "",
  telegram = "",
  xId = "",
  schedulingLink = "",
}: RollupForm): readonly WishFact[] => [
  { label: "Email", value: email, step: "details" },
  { label: "Telegram", value: telegram, step: "details" },
  ...(xId ? [{ label: "X account", value: xId, step: "details" as const }] : []),
  ...(schedulingLink ? [{ label: "Meeting link", value: schedulingLink, step: "details" as const }] : []),
];
