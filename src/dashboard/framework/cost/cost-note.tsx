import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import type { BilledService } from "../../../../resources/billing/packages.ts";
import { priceList, quote } from "../../../../resources/billing/quote.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { alertsPath, billing, deposit } from "../../../../resources/pages.ts";
import { Icon } from "../../ui/icon.tsx";
import { placeBelow } from "../../ui/menu/place-below.ts";
import { useCall } from "../data/use-call.ts";
import { useAllows } from "../use-allows.ts";
import styles from "./cost-note.module.css";
import { type CostText, costText, type Quote, rateText } from "./cost-sentence.ts";

interface Spender {
  readonly service?: BilledService;
  /** ID of the project, bucket or gateway, if known. */
  readonly target?: string;
}

interface CostNoteProps extends Spender {
  readonly resource: MeteredResource;
  /** What is paid for: "Storage for 30 days". */
  readonly what: string;
  /** Bytes, seconds of build time, or units. */
  readonly amount: number;
  /** How long it is stored; of IPFS_STORAGE only. */
  readonly seconds?: number;
}

/** Shows the cost of an action before it starts. Empty while loading. */
export const CostNote = ({ resource, what, amount, seconds, service, target }: CostNoteProps) => {
  const query = {
    resourceType: resource,
    amount,
    ...(seconds !== undefined && { seconds }),
    ...(service && { service }),
    ...(target !== undefined && { target }),
  };
  const { data } = useCall(quote, { query });
  return data ? <Note cost={costText(what, data)} quoted={data} /> : <Waiting />;
};

interface RateNoteProps extends Spender {
  readonly resource: MeteredResource;
}

/** The same for an action of unknown size. */
export const RateNote = ({ resource, service, target }: RateNoteProps) => {
  const query = {
    resourceType: resource,
    amount: 1,
    ...(service && { service }),
    ...(target !== undefined && { target }),
  };
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1000));
  const { data: unit } = useCall(quote, { query });
  const { data: prices } = useCall(priceList);
  if (!unit || !prices) return <Waiting />;
  return <Note cost={rateText(resource, prices.items, unit, nowSeconds)} quoted={unit} />;
};

/** Reserves the line, so that the layout doesn't shift. */
const Waiting = () => <p className={styles.note} aria-hidden="true" />;

interface NoteProps {
  readonly cost: CostText;
  readonly quoted: Quote;
}

const Note = ({ cost, quoted: { reason, beyond } }: NoteProps) =>
  reason ? (
    <p className={styles.refused}>
      <Icon name="alert" size={16} />
      <span>
        {cost.text} <WayOut reason={reason} />
      </span>
    </p>
  ) : (
    <CostChip cost={cost} isIncluded={beyond === 0} />
  );

/** The cost in a few words; a click explains it. */
const CostChip = ({ cost, isIncluded }: { readonly cost: CostText; readonly isIncluded: boolean }) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const allows = useAllows();
  return (
    <div className={styles.note}>
      <button ref={button} type="button" className={styles.chip} popoverTarget={id}>
        <Icon name={isIncluded ? "check" : "wallet"} size={14} />
        {cost.chip}
        <Icon name="chevron-down" size={14} />
      </button>
      <div
        id={id}
        className={`fh-menu ${styles.more}`}
        popover="auto"
        onToggle={({ currentTarget, newState }) => {
          if (newState === "open" && button.current) placeBelow(currentTarget, button.current);
        }}
      >
        <p>{cost.text}</p>
        {allows("show", billing.name) && <Link to={`${billing.path}?tab=prices`}>View prices</Link>}
      </div>
    </div>
  );
};

const WayOut = ({ reason }: { readonly reason: NonNullable<Quote["reason"]> }) => {
  const allows = useAllows();
  const isCapped = reason === "SPEND_CAP_REACHED";
  const name = isCapped ? billing.name : deposit.name;
  const path = isCapped ? alertsPath : deposit.path;
  return allows("show", name) && <Link to={path}>{isCapped ? "View caps" : "Deposit"}</Link>;
};
