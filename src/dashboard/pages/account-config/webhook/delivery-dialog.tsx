import type { Delivery } from "../../../../../resources/account/webhook.ts";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { DeliveryState, outcomeOf } from "./delivery-state.tsx";

interface DeliveryDialogProps {
  readonly delivery: Delivery;
  readonly title: string;
  readonly busy: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** One delivery: payload and response. */
export const DeliveryDialog = ({ delivery, title, busy, onAgain, onClose }: DeliveryDialogProps) => (
  <Dialog
    title={title}
    width={650}
    onClose={onClose}
    footer={
      <>
        <Button icon="refresh" busy={busy} onClick={onAgain}>
          Resend
        </Button>
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

const readable = (body: string): string => JSON.stringify(JSON.parse(body), undefined, 2);
