import { useState } from "react";
import { Link } from "react-router";
import { cancelEmail, setEmail, verifyEmail, type PendingEmail } from "../../../../../resources/account/email.ts";
import { mailboxPage } from "../../../../../resources/pages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { problemOf } from "./problem-of.ts";
import { useSecondsUntil } from "./use-seconds-until.ts";
import styles from "./email.module.css";

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

/** Takes the six-digit code from the email. Offers to resend it after a delay, or to change the address. */
export const CodeForm = ({ pending, mail, onDone, onSent }: CodeFormProps) => {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState("");
  const secondsLeft = useSecondsUntil(pending.resendAt);
  const onError = (error: Error) => {
    const message = problemOf(error, "code");
    setProblem(message ?? "");
    return message !== undefined;
  };
  const verify = useAct(verifyEmail, { done: "Email confirmed", onDone, onError });
  const resend = useAct(setEmail, { done: "Code sent", onDone: onSent, onError });
  const giveUp = useAct(cancelEmail, { onDone });
  const confirm = () => {
    const { error, data: body } = verifyEmail.body!.safeParse({ code });
    setProblem(error?.issues[0]?.message ?? "");
    if (body) void verify.act({ body });
  };
  const busy = verify.acting || resend.acting || giveUp.acting;
  return (
    <Form className={styles["form"]} onSubmit={confirm}>
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
      <div className={styles["code"]}>
        <TextField
          label="Code"
          code
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          value={code}
          error={problem}
          onChange={(value) => {
            // Pasted codes may contain spaces.
            setCode(value.replaceAll(/\D/g, "").slice(0, digits));
            setProblem("");
          }}
        />
      </div>
      <div className={styles["actions"]}>
        <Button type="submit" kind="primary" busy={verify.acting} disabled={busy}>
          Confirm
        </Button>
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
    </Form>
  );
};
