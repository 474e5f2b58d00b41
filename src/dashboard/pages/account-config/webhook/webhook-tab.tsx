import { useState } from "react";
import { Link } from "react-router";
import {
  webhook as resource,
  webhookDeliveries,
  webhookEventLabels,
  type Webhook,
  type WebhookEvent,
} from "../../../../../resources/account/webhook.ts";
import { callOf } from "../../../../../resources/endpoints.ts";
import { pageHref } from "../../../../../resources/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { FormCard, recordForm } from "../../../framework/forms/form.tsx";
import { ListCard } from "../../../framework/pages/list-card.tsx";
import type { Cells } from "../../../framework/pages/record-list.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadingCard } from "../alerts/loading-card.tsx";
import { DeliveryDialog, DeliveryState, outcomeOf } from "./delivery-dialog.tsx";

/** Polls while a delivery is in progress. */
const waitingMs = 1500;
const initial: Webhook = { url: "", events: ["deployment.failed", "deployment.succeeded"], active: true };
const show = callOf(resource, "show");

/** The team's webhook and its deliveries. */
export const WebhookTab = () => {
  const { data, error, reload } = useCall(show, { pollMs: waitingMs });
  const [openId, setOpenId] = useState<string>();
  const actionsOf = useRecordActions(resource, { onActed: reload, onDeleted: reload });
  const { title, intro } = resource;
  if (!data) return <LoadingCard title={title} text={intro} error={error} onRetry={reload} />;
  const { webhook, deliveries } = data;
  const buttons = (isTest: boolean) =>
    (webhook ? actionsOf(webhook) : [])
      .filter(({ label }) => (label === resource.actions.test.label) === isTest)
      .map(({ label, icon, onSelect }) => (
        <Button key={label} kind={icon === "trash" ? "plain" : "secondary"} icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ));
  const opened = deliveries.find(({ id }) => id === openId);
  return (
    <div className="fh-stack">
      <FormCard
        title={title}
        text={
          <>
            {intro} <Link to={pageHref(docs, { name: "webhooks" })}>Payloads and signatures</Link>
          </>
        }
        form={recordForm(resource, "edit", { id: "" })}
        initial={webhook ?? initial}
        reveal={{ title: "Webhook secret", key: "secret" }}
        refreshes={[show]}
        actions={buttons(false)}
      />
      {webhook && (
        <ListCard
          resource={webhookDeliveries}
          rows={deliveries}
          cells={cells}
          create={buttons(true)}
          rowActions={({ id }) => [{ label: "View payload", icon: "eye", onSelect: () => setOpenId(id) }]}
        />
      )}
      {opened && <DeliveryDialog delivery={opened} title={nameOf(opened.event)} onClose={() => setOpenId(undefined)} />}
    </div>
  );
};

const nameOf = (event: string): string => webhookEventLabels[event as WebhookEvent] ?? "Test";

const cells: Cells<typeof webhookDeliveries> = {
  event: ({ event }) => <span title={event}>{nameOf(event)}</span>,
  state: (delivery) => <DeliveryState delivery={delivery} />,
  status: (delivery) => <span title={delivery.problem}>{outcomeOf(delivery)}</span>,
};
