import { Link } from "react-router";
import {
  deleteWebhook,
  editWebhook,
  renewWebhookSecret,
  teamWebhook,
  type Webhook,
} from "../../../../../resources/account/webhook.ts";
import { pageHref } from "../../../../../resources/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callForm, FormCard } from "../../../framework/forms/form.tsx";
import { reveal } from "../../../framework/forms/reveal.tsx";
import { Button } from "../../../ui/button.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";

export const webhookTitle = "Webhook";
export const webhookText = "Receives team events at a URL you choose.";

interface WebhookCardProps {
  readonly webhook: Webhook | null;
  readonly onChanged: () => void;
}

const nothing: Webhook = { url: "", events: ["deployment.failed", "deployment.succeeded"], active: true };
const secretTitle = "Webhook secret";

/** URL, events and secret. */
export const WebhookCard = ({ webhook, onChanged }: WebhookCardProps) => {
  const renew = useAct(renewWebhookSecret, { onDone: ({ secret }) => void reveal(secretTitle, secret) });
  const remove = useAct(deleteWebhook, { done: "Webhook deleted", onDone: onChanged });
  const askToRenew = async () => {
    const text = "New deliveries are signed with the new secret. Update your endpoint, or it will reject them.";
    if (await dialogs.confirm({ title: "Create a new secret?", text, ok: "Create secret", danger: true }))
      await renew.act();
  };
  const askToRemove = async () => {
    const text = "Events stop immediately. The secret and the delivery list are deleted.";
    if (await dialogs.confirm({ title: "Delete webhook?", text, ok: "Delete webhook", danger: true }))
      await remove.act();
  };
  return (
    <FormCard
      title={webhookTitle}
      text={
        <>
          {webhookText} <Link to={pageHref(docs, { name: "webhooks" })}>Payloads and signatures</Link>
        </>
      }
      form={callForm(editWebhook)}
      initial={webhook ?? nothing}
      reveal={{ title: secretTitle, key: "secret" }}
      refreshes={[teamWebhook]}
      actions={
        webhook && (
          <>
            <Button busy={renew.acting} onClick={() => void askToRenew()}>
              Create new secret
            </Button>
            <Button kind="plain" icon="trash" busy={remove.acting} onClick={() => void askToRemove()}>
              Delete
            </Button>
          </>
        )
      }
    />
  );
};
