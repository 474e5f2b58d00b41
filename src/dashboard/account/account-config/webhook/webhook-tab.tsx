import { useState } from "react";
import { Link } from "react-router";
import {
  webhook as resource,
  webhookDeliveries,
  webhookEventLabels,
  type Webhook,
  type WebhookEvent,
  type Delivery,
} from "../../../../../resources/account/webhook.ts";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { docs } from "../../../../../resources/pages.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { FormCard, recordForm } from "../../../framework/forms/form.tsx";
import { ListCard } from "../../../framework/pages/list-card.tsx";
import type { Cells } from "../../../framework/pages/record-list.tsx";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadingCard } from "../../../ui/states/loading-card.tsx";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { countOf } from "../../../lib/format/count.ts";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { StatusTag } from "../../../ui/states/status-tag.tsx";

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

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  readonly title: string;
  readonly onClose: () => void;
}

/** One delivery: payload and response. */
const DeliveryDialog = ({ delivery, title, onClose }: DeliveryDialogProps) => {
  const actions = useRecordActions(webhookDeliveries)(delivery);
  return (
    <Dialog
      title={title}
      width={650}
      onClose={onClose}
      footer={
        <>
          {actions.map(({ label, icon, onSelect }) => (
            <Button key={label} icon={icon} onClick={onSelect}>
              {label}
            </Button>
          ))}
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        <DescriptionList
          facts={[
            { label: "Status", value: <DeliveryState delivery={delivery} /> },
            { label: "Response", value: outcomeOf(delivery) || "None yet" },
            { label: "Time", value: <Moment seconds={delivery.createdAt} /> },
            { label: "Delivery", value: <CopyText text={delivery.id} label="delivery ID" /> },
          ]}
        />
        <CodeBlock label="message" code={readable(delivery.body)} />
      </div>
    </Dialog>
  );
};

const readable = (body: string): string => JSON.stringify(JSON.parse(body), undefined, 2);

/** Delivered, failed, sending, or waiting for a retry. */
const DeliveryState = ({ delivery: { state, problem } }: { readonly delivery: Delivery }) => {
  if (state === "delivered") return <StatusTag state="success" label="Delivered" />;
  if (state === "failed") return <StatusTag state="failed" />;
  return problem === "" ? (
    <StatusTag state="pending" label="Sending" />
  ) : (
    <StatusTag state="warning" label="Retrying" />
  );
};

/** Formats the endpoint's response in one line. */
const outcomeOf = ({ state, status, problem, attempts, durationMs }: Delivery): string => {
  if (state === "delivered")
    return `${status ?? ""} in ${durationMs ?? 0} ms${attempts > 1 ? `, attempt ${attempts}` : ""}`;
  if (problem === "") return "";
  return attempts > 1 ? `${problem} ${countOf(attempts, "attempt")}.` : problem;
};
