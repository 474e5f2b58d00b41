import { useId, useState } from "react";
import { useNavigate } from "react-router";
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import { useBuckets } from "../../flows/storage/use-buckets.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { bucketNameProblem, bucketNameRule } from "./bucket-name.ts";
import { placeHref } from "./paths.ts";
import { VisibilityTiles } from "./visibility-tiles.tsx";

/** Creates a bucket with a name and visibility, then opens it. */
export const CreateBucket = ({ onClose }: { readonly onClose: () => void }) => {
  const formId = useId();
  const navigate = useNavigate();
  const { create } = useBuckets();
  const [name, setName] = useState("");
  const [visibility, setVisibility] = useState<BucketVisibility>("private");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const found = bucketNameProblem(name);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await create(name, visibility);
      void navigate(placeHref(name));
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title="Create bucket"
      width={600}
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
          placeholder="holiday-photos"
          hint={`${bucketNameRule} Must be unique. Can't be changed later.`}
          value={name}
          {...(problem !== undefined && { error: problem })}
          onChange={(input) => {
            setName(input.trim());
            setProblem(undefined);
          }}
        />
        <VisibilityTiles value={visibility} disabled={busy} onChange={setVisibility} />
      </Form>
    </Dialog>
  );
};
