import { formatMoney } from "../../../../resources/money.ts";
import { useId } from "react";
import { rollupFree } from "../../../../resources/raas/rollup-calls.ts";
import { steps, isReachable, type RollupForm, type Step, orderMethod } from "../flows/order-rollup/rollup-form.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels/card.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { RestoredNote } from "../../ui/states/restored-note.tsx";
import { NeedsActivation, useActivationLock } from "../../chains/flows/activation/activation-lock.tsx";
import { useBalance } from "./balance.tsx";
import { ChoiceStep } from "./create/choice-steps.tsx";
import styles from "./create/create.module.css";
import { DetailsStep } from "./create/details-step.tsx";
import { factsOf } from "./create/facts.ts";
import { SummaryStep } from "./create/summary-step.tsx";
import { useWish } from "./create/use-wish.ts";
import { planCost, planLand } from "./plan-cost.ts";

/** /raas/create: orders a one-click rollup or applies for a custom one. */
export const Component = () => {
  const lock = useActivationLock();
  return (
    <>
      <PageHeader title="New rollup" text="Configure your own chain in five steps. You pay only in the last one." />
      {lock.isLocked ? <NeedsActivation what="rollups" onChanged={lock.reload} /> : <Wizard />}
    </>
  );
};

const Wizard = () => {
  const id = useId();
  const free = useCall(rollupFree);
  const form = useWish(free.data?.exist);
  const { step, wish } = form;
  const at = steps.indexOf(step);
  return (
    <>
      {form.restored && <RestoredNote onDiscard={form.startOver} />}
      <StepList wish={wish} step={step} onGo={form.go} />
      {step === "summary" ? (
        <div className={styles.summary}>
          <SummaryStep form={form} />
        </div>
      ) : (
        <div className={styles.page}>
          <Form id={id} className={styles.main} onSubmit={() => void form.next()}>
            {step === "details" ? (
              <DetailsStep form={form} trialUsed={free.data?.exist} />
            ) : (
              <ChoiceStep step={step} form={form} />
            )}
            <div className={styles.actions}>
              {at > 0 && (
                <Button icon="arrow-left" onClick={() => form.go(steps[at - 1]!)}>
                  Back
                </Button>
              )}
              <Button kind="primary" type="submit">
                Next
              </Button>
            </div>
          </Form>
          <aside className={styles.side} aria-label="Summary">
            <CostCard wish={wish} />
          </aside>
        </div>
      )}
    </>
  );
};

interface StepListProps {
  readonly wish: RollupForm;
  readonly step: Step;
  readonly onGo: (step: Step) => void;
}

const names: Readonly<Record<Step, string>> = {
  stack: "Stack",
  data: "Data",
  settlement: "Settlement",
  details: "Details",
  summary: "Summary",
};

/** The steps of an order. Completed steps and the next one can be opened. */
const StepList = ({ wish, step, onGo }: StepListProps) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map((each, at) => {
      const isDone = at < steps.indexOf(step);
      return (
        <li key={each}>
          <button
            type="button"
            className={classNames(each === step && styles.here, isDone && styles.done)}
            aria-current={each === step ? "step" : undefined}
            disabled={!isReachable(wish, each)}
            onClick={() => onGo(each)}
          >
            <i aria-hidden="true">{isDone ? <Icon name="check" size={14} /> : at + 1}</i>
            <span>{names[each]}</span>
          </button>
        </li>
      );
    })}
  </ol>
);

/** Selected options and the cost. */
const CostCard = ({ wish }: { readonly wish: RollupForm }) => {
  const balance = useBalance();
  const { purchasePlan: plan } = wish;
  const isPriced = orderMethod(wish) === "one-click" && plan !== undefined;
  return (
    <Card title="Your rollup">
      <dl className={styles.facts} aria-live="polite">
        {factsOf(wish).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <span className="fh-muted">–</span>}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Cost</dt>
          <dd>
            <strong>{costLabel(wish)}</strong>
          </dd>
        </div>
        {isPriced && planLand(plan) > 0n && balance !== undefined && (
          <div>
            <dt>Balance</dt>
            <dd>{formatMoney(balance)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
};

const costLabel = (wish: RollupForm): string => {
  if (orderMethod(wish) === "application") return "Free to apply";
  return wish.purchasePlan ? planCost(wish.purchasePlan) : "–";
};
