import { useState } from "react";
import { chainOf, type ChainKey } from "../../../../resources/chains/chains.ts";
import { purchaseTypes, type PurchaseType } from "../../../../resources/chains/contracts.ts";
import { overview } from "../../../../resources/pages.ts";
import { ChainChoice } from "../../chains/flows/claim-land/chain-choice.tsx";
import { Shortfall } from "../../chains/flows/claim-land/shortfall.tsx";
import { isOpen, type PurchasePhase, type PurchaseState } from "../flows/purchase/machine.ts";
import { amountDigits, dayIn, sold, selectionOf, amountText } from "../flows/purchase/selection.ts";
import { useCost, usePurchase } from "../flows/purchase/use-purchase.ts";
import { toShort } from "../../../../resources/decimal.ts";
import { formatUsd, landUnit as one } from "../../../../resources/money.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ChoiceTiles } from "../../ui/fields/choice-tiles.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { iconOfResource } from "../../framework/cost/usage-tiles.ts";
import styles from "./purchase.module.css";

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
      <div className={styles.choices}>
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
      </div>
      <div className={styles.beside}>
        {summary}
        {quote.problem && <Banner kind="warning">{quote.problem}</Banner>}
        {own && <p className="fh-muted">Local test chains. Coins are free.</p>}
        {state.name === "failed" && (
          <Shortfall problem={state.problem} chain={state.chain} account={state.account} onGiven={again} />
        )}
        <Button kind="primary" size="large" wide type="submit" disabled={!open || !selection || !quote.cost}>
          Buy resource
        </Button>
      </div>
    </Form>
  );
};

interface BoughtProps {
  readonly resource: PurchaseType;
  readonly digits: string;
  readonly onAgain: () => void;
}

/** The granted purchase. */
const Bought = ({ resource, digits, onAgain }: BoughtProps) => (
  <div className={styles.bought} role="status">
    <span className={styles.tick}>
      <Icon name="check" size={28} />
    </span>
    <h2>Purchase complete</h2>
    <p>{amountText(resource, digits)} added to your allowance.</p>
    <div className="fh-row">
      <Button onClick={onAgain}>Buy more</Button>
      <LinkButton kind="primary" to={overview.path}>
        View usage
      </LinkButton>
    </div>
  </div>
);

interface CostSummaryProps {
  readonly resource: PurchaseType;
  readonly digits: string;
  readonly chain: ChainKey | undefined;
  readonly cost: ReturnType<typeof useCost>["cost"];
}

/** The purchase and its on-chain price. */
const CostSummary = ({ resource, digits, chain, cost }: CostSummaryProps) => {
  const network = chain && chainOf(chain);
  return (
    <div className={styles.summary}>
      <dl>
        <div>
          <dt>You get</dt>
          <dd>
            <b>{amountText(resource, digits)}</b>
          </dd>
        </div>
        <div>
          <dt>You pay</dt>
          <dd aria-live="polite">
            {cost && network ? (
              <>
                <b>
                  {toShort(cost.coin, one, 8)} {network.currency.symbol}
                </b>{" "}
                <span>≈ {formatUsd(cost.usd)}</span>
              </>
            ) : (
              <span>–</span>
            )}
          </dd>
        </div>
        {network && (
          <div>
            <dt>Chain</dt>
            <dd>{network.name}</dd>
          </div>
        )}
      </dl>
      <p>Includes 1% for price changes. Any excess is refunded.</p>
    </div>
  );
};

const labels: Readonly<Record<PurchasePhase, string>> = {
  connecting: "Connecting your wallet on {chain}…",
  pricing: "Reading the price…",
  confirming: "Confirm the payment in your wallet.",
  waiting: "Waiting for confirmation on {chain}…",
};

/** Progress of a purchase. */
const PurchaseProgress = ({ state }: { readonly state: Extract<PurchaseState, { name: "working" }> }) => {
  const { phase, chain, confirmations } = state;
  const text = labels[phase].replace("{chain}", chainOf(chain)!.name);
  return (
    <>
      <p className={styles.phase} role="status">
        <Spinner />
        {text}
        {confirmations && ` Block ${confirmations.seen} of ${confirmations.needed}.`}
      </p>
      <Button kind="primary" size="large" wide busy>
        Buying…
      </Button>
    </>
  );
};
