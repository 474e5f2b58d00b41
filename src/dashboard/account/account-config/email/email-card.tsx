import { emailState, removeEmail } from "../../../../../resources/account/email.ts";
import { sharedErrors } from "../../../../../resources/declare/shared-errors.ts";
import { useState } from "react";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { StatusTag } from "../../../ui/states/status-tag.tsx";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";
import { AddressForm, CodeForm } from "../../flows/email/email-forms.tsx";
import styles from "../../flows/email/email.module.css";

const text = "For notifications and invitations. Only you can see it.";

/** The user's email address: none, awaiting confirmation, or confirmed. */
export const EmailCard = () => {
  const { data, error, reload } = useCall(emailState);
  const [changing, setChanging] = useState(false);
  const remove = useAct(removeEmail, { done: "Email address removed", onDone: reload });
  const done = () => {
    setChanging(false);
    reload();
  };
  const askToRemove = async () => {
    const question = "You'll stop receiving emails and invitations at this address.";
    if (await dialogs.confirm({ title: "Remove email address?", text: question, ok: "Remove", danger: true }))
      await remove.act();
  };

  if (!data) return <LoadingCard title="Email" text={text} error={error} onRetry={reload} />;
  const { email, pending, mail } = data;
  const isAsking = mail !== "none" && !pending && (changing || email === null);
  return (
    <Card title="Email" text={text}>
      <div className="fh-stack">
        {email !== null && (
          <div className={styles["line"]}>
            <span className={styles["address"]}>
              <strong title={email}>{email}</strong>
              <StatusTag state="valid" label="Confirmed" />
            </span>
            {!pending && !changing && (
              <span className="fh-row">
                {mail !== "none" && <Button onClick={() => setChanging(true)}>Change</Button>}
                <Button kind="plain" busy={remove.acting} onClick={() => void askToRemove()}>
                  Remove
                </Button>
              </span>
            )}
          </div>
        )}
        {mail === "none" && <Banner kind="info">{sharedErrors.MAIL_NOT_CONFIGURED.message}</Banner>}
        {pending && mail !== "none" && <CodeForm pending={pending} mail={mail} onDone={done} onSent={reload} />}
        {isAsking && <AddressForm onSent={done} {...(email !== null && { onCancel: () => setChanging(false) })} />}
      </div>
    </Card>
  );
};
