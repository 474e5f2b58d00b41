import { useState } from "react";
import {
  expireMiniInvoice,
  miniInvoice,
  payMiniInvoice,
  type MessagingUser,
} from "../../../../resources/account/emulator.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./invoice-sheet.module.css";

interface InvoiceSheetProps {
  readonly slug: string;
  readonly user: MessagingUser;
  readonly onClose: (status: "paid" | "cancelled" | "failed") => void;
}

/** The messaging app's sheet for a Star invoice, with every possible outcome. */
export const InvoiceSheet = ({ slug, user, onClose }: InvoiceSheetProps) => {
  const { data, error } = useCall(miniInvoice, { params: { slug } });
  const pay = useAct(payMiniInvoice);
  const expire = useAct(expireMiniInvoice);
  const [refused, setRefused] = useState("");
  const tryToPay = async (): Promise<void> => {
    const outcome = await pay.act({ params: { slug }, body: { user } });
    if (outcome?.status === "paid") onClose("paid");
    else setRefused(outcome?.reason ?? "The payment failed.");
  };
  return (
    <section className={styles.sheet} role="dialog" aria-label="Invoice">
      {data && (
        <>
          <span className={styles.star} aria-hidden="true">
            ★
          </span>
          <h2>{data.title}</h2>
          <p>{data.description}</p>
          <p className={styles.stars}>{data.stars.toLocaleString("en-US")} Stars</p>
        </>
      )}
      {!data && !error && <Skeleton lines={4} />}
      {error && <Banner kind="danger">{error.message}</Banner>}
      {refused && <Banner kind="danger">{refused}</Banner>}
      {refused || error ? (
        <Button wide size="large" onClick={() => onClose("failed")}>
          Close
        </Button>
      ) : (
        <>
          <Button kind="primary" wide size="large" busy={pay.acting} disabled={!data} onClick={() => void tryToPay()}>
            Pay
          </Button>
          <div className={styles.outcomes}>
            <Button onClick={() => onClose("cancelled")}>Cancel</Button>
            <Button onClick={() => onClose("failed")} title="Simulates a failed payment in the messaging app">
              Fail
            </Button>
            <Button
              busy={expire.acting}
              disabled={!data}
              onClick={() => void expire.act({ params: { slug } })}
              title="Expires the invoice immediately, so the bot refuses payment"
            >
              Expire
            </Button>
          </div>
        </>
      )}
    </section>
  );
};
