import { useState } from "react";
import { Link } from "react-router";
import type { BilledService } from "../../../../resources/billing/packages.ts";
import { priceList, quote } from "../../../../resources/billing/quote.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { billing, deposit } from "../../../../resources/pages.ts";
import { Icon } from "../../ui/icon.tsx";
import { useCall } from "../data/use-call.ts";
import { useAllows } from "../use-allows.ts";
import styles from "./cost-note.module.css";
import { costMessage, rateMessage, type Quote } from "./cost-sentence.ts";

interface Spender {
  readonly service?: BilledService;
  /** ID of the project, bucket or gateway, if known. */
  readonly target?: string;
}

interface CostNoteProps extends Spender {
  readonly resource: MeteredResource;
  /** What is paid for, as the sentence begins: "These files for 30 days". */
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
  return data ? <Note text={costMessage(what, data)} quoted={data} /> : <Waiting />;
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
  return <Note text={rateMessage(resource, prices.items, unit, nowSeconds)} quoted={unit} />;
};

/** Reserves the line, so that the layout doesn't shift. */
const Waiting = () => <p className={styles.note} aria-hidden="true" />;

const Note = ({ text, quoted: { reason } }: { readonly text: string; readonly quoted: Quote }) => (
  <p className={reason ? styles.refused : styles.note}>
    <Icon name={reason ? "alert" : "wallet"} size={16} />
    <span>
      {text} {reason && <WayOut reason={reason} />}
    </span>
  </p>
);

const WayOut = ({ reason }: { readonly reason: NonNullable<Quote["reason"]> }) => {
  const allows = useAllows();
  const { name, path } = reason === "SPEND_CAP_REACHED" ? billing : deposit;
  return allows("show", name) && <Link to={path}>{reason === "SPEND_CAP_REACHED" ? "View caps" : "Deposit LAND"}</Link>;
};
