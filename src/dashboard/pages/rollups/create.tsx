import { useId } from "react";
import { rollupFree } from "../../../../resources/raas/rollup-calls.ts";
import { NeedsActivation, useActivationLock } from "../rpc-keys/activation-lock.tsx";
import { steps } from "../../flows/order-rollup/rollup-form.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { DataStep, SettlementStep, StackStep } from "./create/choice-steps.tsx";
import { CostCard } from "./create/cost-card.tsx";
import styles from "./create/create.module.css";
import { DetailsStep } from "./create/details-step.tsx";
import { StepList } from "./create/step-list.tsx";
import { SummaryStep } from "./create/summary-step.tsx";
import { useWish } from "./create/use-wish.ts";

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
  const form = useWish();
  const free = useCall(rollupFree);
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
            {step === "stack" && <StackStep form={form} />}
            {step === "data" && <DataStep form={form} />}
            {step === "settlement" && <SettlementStep form={form} />}
            {step === "details" && <DetailsStep form={form} trialUsed={free.data?.exist} />}
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
