import { rollupNameMax } from "../../../../../resources/raas/limits.ts";
import { orderMethod } from "../../../flows/order-rollup/rollup-form.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { ChainFields } from "./chain-fields.tsx";
import { Question } from "./choice-steps.tsx";
import styles from "./create.module.css";
import { PlanTiles } from "./plan-tiles.tsx";
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

/** Contact details for an application. */
const ContactFields = ({ form: { wish, shown, change } }: { readonly form: WishForm }) => (
  <Question title="Contact" text="The operator replies here. Email and Telegram are required." problem={undefined}>
    <div className={styles.fields}>
      <TextField
        label="Chain name"
        value={wish.name ?? ""}
        maxLength={rollupNameMax}
        error={shown["name"] ?? ""}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={wish.email ?? ""}
        error={shown["email"] ?? ""}
        onChange={(email) => change({ email })}
      />
      <TextField
        label="Telegram"
        placeholder="@name"
        value={wish.telegram ?? ""}
        error={shown["telegram"] ?? ""}
        onChange={(telegram) => change({ telegram })}
      />
      <TextField
        label="X account (optional)"
        placeholder="@name"
        value={wish.xId ?? ""}
        error={shown["xId"] ?? ""}
        onChange={(xId) => change({ xId })}
      />
      <TextField
        label="Meeting link (optional)"
        placeholder="https://"
        inputMode="url"
        value={wish.schedulingLink ?? ""}
        error={shown["schedulingLink"] ?? ""}
        onChange={(schedulingLink) => change({ schedulingLink })}
      />
    </div>
  </Question>
);
