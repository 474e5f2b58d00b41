import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { useBuckets } from "../../flows/storage/use-buckets.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { bucketNameProblem, bucketNameRule } from "./bucket-name.ts";
import { placeHref } from "./paths.ts";

/** Asks for a name, and opens the new bucket. */
export const CreateBucket = ({ onClose }: { readonly onClose: () => void }) => {
  const formId = useId();
  const navigate = useNavigate();
  const { create } = useBuckets();
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const found = bucketNameProblem(name);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await create(name);
      void navigate(placeHref(name));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="New bucket"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            Create bucket
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => void submit()}>
        <TextField
          label="Name"
          code
          placeholder="holiday-pictures"
          hint={`${bucketNameRule} No other bucket of this cloud has the same, and it stays as it is.`}
          value={name}
          {...(problem !== undefined && { error: problem })}
          onChange={(typed) => {
            setName(typed.trim());
            setProblem(undefined);
          }}
        />
      </Form>
    </Dialog>
  );
};
