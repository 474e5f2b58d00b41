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
export const webhookText = "An address of yours that is told at once of what happens in this team.";

interface WebhookCardProps {
  readonly webhook: Webhook | null;
  readonly onChanged: () => void;
}

const nothing: Webhook = { url: "", events: ["deployment.failed", "deployment.succeeded"], active: true };
const secretTitle = "Secret of the webhook";

/** Address, events and secret. */
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
  const remove = useAct(deleteWebhook, { done: "Deleted", onDone: onChanged });
  const { url, events, active } = part.values;
  const choose = (event: WebhookEvent, wanted: boolean) =>
    part.change({ events: webhookEvents.filter((one) => (one === event ? wanted : events.includes(one))) });
  const askToRenew = async () => {
    const text =
      "Messages are signed with the new secret from then on. Whoever checks them by the old one refuses them.";
    if (await dialogs.confirm({ title: "New secret", text, ok: "Make new secret", danger: true })) await renew.act();
  };
  const askToRemove = async () => {
    const text = "The address is told nothing more. Its secret and its list of deliveries are gone.";
    if (await dialogs.confirm({ title: "Delete webhook", text, ok: "Delete", danger: true })) await remove.act();
  };
  return (
    <SettingsCard
      title={webhookTitle}
      text={
        <>
          {webhookText} <Link to={pageHref(docs, { name: "webhooks" })}>What is sent, and how to check it</Link>
        </>
      }
      part={part}
      actions={
        webhook && (
          <>
            <Button busy={renew.acting} onClick={() => void askToRenew()}>
              New secret
            </Button>
            <Button kind="plain" icon="trash" busy={remove.acting} onClick={() => void askToRemove()}>
              Delete
            </Button>
          </>
        )
      }
    >
      <TextField
        label="Address"
        code
        inputMode="url"
        placeholder="https://example.com/freehold"
        hint="Called by POST, with JSON. It must be on the public Internet."
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
        hint="Turned off, nothing is sent and nothing is kept for later."
        checked={active}
        disabled={part.saving}
        onChange={(on) => part.change({ active: on })}
      />
    </SettingsCard>
  );
};
