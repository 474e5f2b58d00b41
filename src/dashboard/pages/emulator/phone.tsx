import type { RefObject } from "react";
import type { MessagingUser } from "../../../../resources/account/emulator.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./emulator.module.css";
import { InvoiceSheet } from "./invoice-sheet.tsx";
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
