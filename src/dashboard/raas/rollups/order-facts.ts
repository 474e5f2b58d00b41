import { rollupTerms } from "../../../../resources/raas/plans.ts";
import type { RollupDetail } from "../../../../resources/raas/rollup-calls.ts";
import { dataNames, networkNames, settlementNames, stackNames } from "./labels.ts";

/** Returns the options of an order, without blank ones. */
export const orderFacts = (rollup: RollupDetail): readonly { readonly label: string; readonly value: string }[] =>
  [
    { label: "Stack", value: stackNames[rollup.framework] },
    { label: "Data", value: dataNames[rollup.daLayer] },
    {
      label: "Settlement",
      value: `${settlementNames[rollup.settlement]} ${networkNames[rollup.network].toLowerCase()}`,
    },
    { label: "Chain ID", value: rollup.chainId },
    { label: "Plan", value: rollup.purchasePlan && rollupTerms[rollup.purchasePlan].label },
    { label: "Email", value: rollup.email },
    { label: "Telegram", value: rollup.telegram },
    { label: "X account", value: rollup.xId },
    { label: "Meeting link", value: rollup.schedulingLink },
    { label: "Footer link", value: rollup.footerLink ?? null },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
