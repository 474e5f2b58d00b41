import { useId, useState } from "react";
import { setBucketAddress } from "../../../../resources/bucket/domain-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { BucketField } from "./bucket-field.tsx";
import { Publishes } from "./publishes.tsx";

interface AddressDialogProps {
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Adds a public address on this server to a bucket. */
export const AddressDialog = ({ onClose, onAdded }: AddressDialogProps) => {
  const formId = useId();
  const [bucketName, setBucketName] = useState("");
  const [problem, setProblem] = useState<string>();
  const { act, acting } = useAct(setBucketAddress, { done: "Address added", onDone: onAdded });
  const submit = () => {
    if (bucketName === "") return setProblem("Select a bucket.");
    void act({ params: { bucketName }, body: { on: true } });
  };
  return (
    <Dialog
      title="Add public address"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={acting}>
            Add address
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <BucketField value={bucketName} onChange={setBucketName} error={problem} unaddressed />
        <p>The address starts with the bucket's name, or a similar one if that is taken.</p>
        <Publishes bucketName={bucketName} />
      </Form>
    </Dialog>
  );
};
