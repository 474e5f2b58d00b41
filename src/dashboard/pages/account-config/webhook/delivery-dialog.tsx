import { webhookDeliveries, type Delivery } from "../../../../../resources/account/webhook.ts";
import { useRecordActions } from "../../../framework/pages/use-record-actions.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { countOf } from "../../../lib/format/count.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { StatusTag } from "../../../ui/status-tag.tsx";

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  readonly title: string;
  readonly onClose: () => void;
}

/** One delivery: payload and response. */
export const DeliveryDialog = ({ delivery, title, onClose }: DeliveryDialogProps) => {
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
export const DeliveryState = ({ delivery: { state, problem } }: { readonly delivery: Delivery }) => {
  if (state === "delivered") return <StatusTag state="success" label="Delivered" />;
  if (state === "failed") return <StatusTag state="failed" />;
  return problem === "" ? (
    <StatusTag state="pending" label="Sending" />
  ) : (
    <StatusTag state="warning" label="Retrying" />
  );
};

/** Formats the endpoint's response in one line. */
export const outcomeOf = ({ state, status, problem, attempts, durationMs }: Delivery): string => {
  if (state === "delivered")
    return `${status ?? ""} in ${durationMs ?? 0} ms${attempts > 1 ? `, attempt ${attempts}` : ""}`;
  if (problem === "") return "";
  return attempts > 1 ? `${problem} ${countOf(attempts, "attempt")}.` : problem;
};
