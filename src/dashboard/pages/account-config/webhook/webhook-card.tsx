import { Link } from "react-router";
import {
  deleteWebhook,
  editWebhook,
  renewWebhookSecret,
  teamWebhook,
  webhookEventLabels,
  webhookEvents,
  type Webhook,
  type WebhookEvent,
} from "../../../../../resources/account/webhook.ts";
import { pageHref } from "../../../../../resources/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCallPart } from "../../../framework/data/use-call-part.ts";
import { reveal } from "../../../framework/forms/reveal.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Switch, TextField } from "../../../ui/text-field.tsx";
import { SettingsCard } from "../../projects/project/settings/settings-card.tsx";
import styles from "./webhook.module.css";

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
  const part = useCallPart(editWebhook, {
    draft: "webhook",
    saved: webhook ?? nothing,
    reads: teamWebhook,
    onSaved: (reply) => {
      const { secret } = reply as { readonly secret: string | null };
      if (secret !== null) void reveal(secretTitle, secret);
    },
  });
  const renew = useAct(renewWebhookSecret, { onDone: ({ secret }) => void reveal(secretTitle, secret) });
  const remove = useAct(deleteWebhook, { done: "Webhook deleted", onDone: onChanged });
  const { url, events, active } = part.values;
  const choose = (event: WebhookEvent, wanted: boolean) =>
    part.change({ events: webhookEvents.filter((one) => (one === event ? wanted : events.includes(one))) });
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
    <SettingsCard
      title={webhookTitle}
      text={
        <>
          {webhookText} <Link to={pageHref(docs, { name: "webhooks" })}>Payloads and signatures</Link>
        </>
      }
      part={part}
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
    >
      <TextField
        label="URL"
        code
        inputMode="url"
        placeholder="https://example.com/freehold"
        hint="Receives POST requests with JSON. Must be publicly reachable."
        value={url}
        error={part.problems["url"]}
        disabled={part.saving}
        onChange={(value) => part.change({ url: value })}
      />
      <fieldset className={styles["events"]} disabled={part.saving}>
        <legend>Events</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={webhookEventLabels[event]}
            hint={event}
            checked={events.includes(event)}
            onChange={(wanted) => choose(event, wanted)}
          />
        ))}
        {part.problems["events"] && <p role="alert">{part.problems["events"]}</p>}
      </fieldset>
      <Switch
        label="Active"
        hint="While inactive, events are neither sent nor stored."
        checked={active}
        disabled={part.saving}
        onChange={(on) => part.change({ active: on })}
      />
    </SettingsCard>
  );
};
