/** The two steps of confirming an email address, for the account settings and the task hub. */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { cancelEmail, setEmail, verifyEmail, type PendingEmail } from "../../../../../resources/account/email.ts";
import { clockTickMs } from "../../../../../resources/limits.ts";
import { mailboxPage } from "../../../../../resources/pages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callForm, FormSteps } from "../../../framework/forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import styles from "./email.module.css";

interface AddressFormProps {
  readonly onSent: () => void;
  /** Absent while there is no previous address. */
  readonly onCancel?: () => void;
}

/** Asks for an address and sends a code to it. */
export const AddressForm = ({ onSent, onCancel }: AddressFormProps) => (
  <div className={styles["form"]}>
    <FormSteps
      form={callForm(setEmail)}
      submit="Send code"
      errorFields={{ EMAIL_TAKEN: "email", EMAIL_TOO_SOON: "email" }}
      onSaved={onSent}
      onCancel={onCancel}
    />
  </div>
);

interface CodeFormProps {
  readonly pending: PendingEmail;
  readonly mail: "smtp" | "outbox";
  /** Called after confirmation or cancellation. */
  readonly onDone: () => void;
  /** Called when a new code was sent. */
  readonly onSent: () => void;
}

/** Length of a code. */
const digits = 6;

const codeForm = callForm(verifyEmail, { draft: false });

/** Takes the six-digit code from the email. Offers to resend it after a delay, or to change the address. */
export const CodeForm = ({ pending, mail, onDone, onSent }: CodeFormProps) => {
  const secondsLeft = useSecondsUntil(pending.resendAt);
  const resend = useAct(setEmail, { done: "Code sent", onDone: onSent });
  const giveUp = useAct(cancelEmail, { onDone });
  const busy = resend.acting || giveUp.acting;
  return (
    <div className={styles["form"]}>
      <FormSteps
        form={codeForm}
        submit="Confirm"
        done="Email confirmed"
        errorFields={{ EMAIL_CODE_WRONG: "code", EMAIL_CODE_EXPIRED: "code" }}
        head={
          <p>
            {mail === "smtp" ? "We sent a code to " : "We wrote a code for "}
            <strong>{pending.email}</strong>.
            {mail === "outbox" && (
              <>
                {" "}
                This server sends no email. Read it in your <Link to={mailboxPage.path}>mailbox</Link>.
              </>
            )}
          </p>
        }
        controls={{
          code: ({ id, value = "", onChange }) => (
            <input
              id={id}
              className={`fh-input fh-mono ${styles["code"]}`}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="000000"
              value={value}
              // Pasted codes may contain spaces.
              onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, "").slice(0, digits))}
            />
          ),
        }}
        onSaved={onDone}
      />
      <div className={styles["actions"]}>
        <Button
          busy={resend.acting}
          disabled={busy || secondsLeft > 0}
          onClick={() => void resend.act({ body: { email: pending.email } })}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : "Send again"}
        </Button>
        <Button kind="plain" disabled={busy} onClick={() => void giveUp.act()}>
          Use a different address
        </Button>
      </div>
    </div>
  );
};

/** Counts down the whole seconds until a time in Unix seconds. Returns 0 afterwards. */
const useSecondsUntil = (endsAtSeconds: number): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil(endsAtSeconds - nowMs / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), clockTickMs);
    return () => clearInterval(timer);
  }, [endsAtSeconds, isOver]);
  return left;
};
