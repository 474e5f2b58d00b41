import { useState } from "react";
import {
  redeliverWebhook,
  testWebhook,
  webhookEventLabels,
  type Delivery,
  type WebhookEvent,
} from "../../../../../resources/account/webhook.ts";
import { webhookDeliveriesShown } from "../../../../../resources/limits.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import type { Column } from "../../../ui/data-table-types.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { DeliveryState, outcomeOf } from "./delivery-state.tsx";

interface DeliveriesCardProps {
  readonly deliveries: readonly Delivery[];
  readonly onChanged: () => void;
}

const columns: readonly Column<Delivery>[] = [
  { key: "event", title: "Event", cell: ({ event }) => <span title={event}>{nameOf(event)}</span> },
  { key: "state", title: "Status", cell: (delivery) => <DeliveryState delivery={delivery} />, width: "150px" },
  {
    key: "outcome",
    title: "Response",
    cell: (delivery) => <span title={delivery.problem}>{outcomeOf(delivery)}</span>,
    width: "34%",
  },
  {
    key: "createdAt",
    title: "Time",
    cell: ({ createdAt }) => <Moment seconds={createdAt} />,
    width: "176px",
    wideOnly: true,
  },
];

/** The latest deliveries, with resend. */
export const DeliveriesCard = ({ deliveries, onChanged }: DeliveriesCardProps) => {
  const test = useAct(testWebhook, { done: "Test event queued", onDone: onChanged });
  const again = useAct(redeliverWebhook, { done: "Delivery queued", onDone: onChanged });
  const [openId, setOpenId] = useState<string>();
  const opened = deliveries.find(({ id }) => id === openId);
  const redeliver = ({ id }: Delivery) => void again.act({ params: { id } });
  return (
    <Card
      title="Deliveries"
      text={`The last ${webhookDeliveriesShown} deliveries. Failed deliveries are retried for about half an hour.`}
      flush
      actions={
        <Button busy={test.acting} onClick={() => void test.act()}>
          Send test
        </Button>
      }
    >
      <DataTable<Delivery>
        label="Deliveries"
        columns={columns}
        rows={deliveries}
        rowKey={({ id }) => id}
        rowActions={(delivery) => [
          { label: "View payload", icon: "eye", onSelect: () => setOpenId(delivery.id) },
          { label: "Resend", icon: "refresh", onSelect: () => redeliver(delivery) },
        ]}
        empty={<Empty icon="link" title="No deliveries yet" text="Send a test event to check your endpoint." />}
      />
      {opened && (
        <DeliveryDialog
          delivery={opened}
          title={nameOf(opened.event)}
          busy={again.acting}
          onAgain={() => redeliver(opened)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </Card>
  );
};

const nameOf = (event: string): string => webhookEventLabels[event as WebhookEvent] ?? "Test";
