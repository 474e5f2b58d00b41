import { type RefObject, useState } from "react";
import {
  type MessagingUser,
  expireMiniInvoice,
  miniInvoice,
  payMiniInvoice,
} from "../../../../resources/devnet/emulator.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { Spinner } from "../../ui/states/spinner.tsx";
import styles from "./emulator.module.css";
import sheetStyles from "./invoice-sheet.module.css";
import { themes, type ThemeName } from "./themes.ts";
import type { Host } from "./use-host.ts";
import type { Launch } from "./use-launch.ts";

interface PhoneProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly host: Host;
  readonly launch: Launch;
  readonly user: MessagingUser;
  readonly theme: ThemeName;
}

/** Isolated storage: the app's session must not replace this page's. Browsers without support share it. */
const isolated = { credentialless: true };
export const isIsolated = "credentialless" in HTMLIFrameElement.prototype;

/** The messaging app on a phone, with the mini app in it. */
export const Phone = ({ frame, host, launch, user, theme }: PhoneProps) => {
  const { state } = host;
  const colors = { background: state.headerColor ?? themes[theme].header_bg_color, color: themes[theme].text_color };
  return (
    <div className={classNames(styles.phone, theme === "dark" && styles.dark)}>
      <header className={styles.bar} style={colors}>
        {state.hasBack && !state.isClosed ? (
          <button type="button" onClick={host.goBack}>
            <Icon name="arrow-left" size={16} />
            Back
          </button>
        ) : (
          <button type="button" onClick={() => launch.open()}>
            <Icon name="refresh" size={16} />
            Reload
          </button>
        )}
        <strong>{launch.botName}</strong>
        <span key={state.pulses} className={styles.pulse} data-pulse={state.pulse} aria-hidden="true" />
      </header>
      <div className={styles.screen}>
        {launch.src !== undefined && !state.isClosed && (
          <iframe key={launch.src} ref={frame} src={launch.src} title="The mini app" {...isolated} />
        )}
        {launch.src === undefined && launch.problem === "" && (
          <div className={styles.cover}>
            <Spinner />
          </div>
        )}
        {launch.problem !== "" && (
          <div className={styles.cover} role="alert">
            <p>{launch.problem}</p>
            <Button onClick={() => launch.open()}>Try again</Button>
          </div>
        )}
        {state.isClosed && (
          <div className={styles.cover}>
            <p>The app closed.</p>
            <Button onClick={() => launch.open()}>Reopen app</Button>
          </div>
        )}
        {state.invoice !== undefined && (
          <div className={styles.shade}>
            <InvoiceSheet key={state.invoice} slug={state.invoice} user={user} onClose={host.closeInvoice} />
          </div>
        )}
      </div>
    </div>
  );
};

interface InvoiceSheetProps {
  readonly slug: string;
  readonly user: MessagingUser;
  readonly onClose: (status: "paid" | "cancelled" | "failed") => void;
}

/** The messaging app's sheet for a Star invoice, with every possible outcome. */
const InvoiceSheet = ({ slug, user, onClose }: InvoiceSheetProps) => {
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
    <section className={sheetStyles.sheet} role="dialog" aria-label="Invoice">
      {data && (
        <>
          <span className={sheetStyles.star} aria-hidden="true">
            ★
          </span>
          <h2>{data.title}</h2>
          <p>{data.description}</p>
          <p className={sheetStyles.stars}>{data.stars.toLocaleString("en-US")} Stars</p>
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
          <div className={sheetStyles.outcomes}>
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
