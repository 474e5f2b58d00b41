import { useState } from "react";
import { purchaseTypes, type PurchaseType } from "../../../../resources/contracts.ts";
import { ChainChoice } from "../../flows/claim-land/chain-choice.tsx";
import { Shortfall } from "../../flows/claim-land/shortfall.tsx";
import { isOpen } from "../../flows/purchase/machine.ts";
import { useCost } from "../../flows/purchase/use-cost.ts";
import { usePurchase } from "../../flows/purchase/use-purchase.ts";
import { amountDigits, dayIn, sold, selectionOf } from "../../flows/purchase/selection.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceTiles } from "../../ui/choice-tiles.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { iconOfResource } from "../overview/usage-tiles.ts";
import { Bought } from "./bought.tsx";
import { CostSummary } from "./cost-summary.tsx";
import styles from "./purchase.module.css";
import { PurchaseProgress } from "./purchase-progress.tsx";

interface PurchaseFormProps {
  readonly onGranted: () => void;
}

const firstDays = 30;

/** Purchase form: resource, amount, end date and chain; then its progress. */
export const PurchaseForm = ({ onGranted }: PurchaseFormProps) => {
  const { state, offered, chain, own, chooseChain, start, again } = usePurchase(onGranted);
  const [resource, setResource] = useState<PurchaseType>("BUILD_TIME");
  const [digits, setDigits] = useState(sold.BUILD_TIME.first);
  const [day, setDay] = useState(() => dayIn(firstDays));
  const selection = selectionOf({ resource, digits, day });
  const quote = useCost(chain, selection);
  const choose = (next: PurchaseType): void => {
    setResource(next);
    setDigits(sold[next].first);
    again();
  };
  if (state.name === "granted") return <Bought resource={resource} digits={digits} onAgain={again} />;
  const open = isOpen(state);
  const summary = <CostSummary resource={resource} digits={digits} chain={chain} cost={quote.cost} />;
  if (state.name === "working") {
    return (
      <div className={styles.form}>
        {summary}
        <PurchaseProgress state={state} />
      </div>
    );
  }
  return (
    <Form className={styles.form} onSubmit={() => selection && quote.cost && start(selection)}>
      {offered.length === 0 && <Banner kind="warning">No blockchain is configured. Ask your administrator.</Banner>}
      <ChoiceTiles
        label="Resource"
        options={purchaseTypes.map((type) => ({
          value: type,
          title: sold[type].title,
          text: sold[type].text,
          icon: iconOfResource(type),
        }))}
        value={resource}
        onChange={choose}
      />
      <div className={styles.fields}>
        <TextField
          label={`Amount in ${sold[resource].unit}`}
          inputMode="numeric"
          autoComplete="off"
          value={digits}
          onChange={(input) => setDigits(amountDigits(input))}
        />
        {resource === "IPFS_STORAGE" && <TextField label="Valid through" type="date" value={day} onChange={setDay} />}
      </div>
      <ChainChoice offered={offered} chain={chain} onChoose={chooseChain} />
      {summary}
      {quote.problem && <Banner kind="warning">{quote.problem}</Banner>}
      {own && <p className="fh-muted">Local test chains. Coins are free.</p>}
      {state.name === "failed" && (
        <Shortfall problem={state.problem} chain={state.chain} account={state.account} onGiven={again} />
      )}
      <Button kind="primary" size="large" wide type="submit" disabled={!open || !selection || !quote.cost}>
        Buy resource
      </Button>
    </Form>
  );
};
