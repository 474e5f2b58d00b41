import { orderMethod } from "../../../flows/order-rollup/rollup-form.ts";
import { ContactFields } from "./contact-fields.tsx";
import { ChainFields } from "./chain-fields.tsx";
import { PlanTiles } from "./plan-tiles.tsx";
import { Question } from "./choice-steps.tsx";
import type { WishForm } from "./use-wish.ts";

interface DetailsStepProps {
  readonly form: WishForm;
  /** The account has used its free trial. Undefined while loading. */
  readonly trialUsed: boolean | undefined;
}

/** Details and term of a one-click chain, or the contact of an application. */
export const DetailsStep = ({ form, trialUsed }: DetailsStepProps) => {
  if (orderMethod(form.wish) === "application") return <ContactFields form={form} />;
  return (
    <>
      <ChainFields form={form} />
      <Question title="Term" problem={form.shown["purchasePlan"]}>
        <PlanTiles
          value={form.wish.purchasePlan}
          trialUsed={trialUsed}
          onChange={(purchasePlan) => form.change({ purchasePlan })}
        />
      </Question>
    </>
  );
};
