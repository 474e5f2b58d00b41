import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { bucketDomains } from "../../../../resources/bucket/domains.ts";
import type { Row } from "../../../../resources/define.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { domainHint, toDomain } from "../../../../resources/hosting/domain-names.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { fieldProblems } from "../domains/field-problems.ts";
import { BucketField } from "./bucket-field.tsx";
import { Publishes } from "./publishes.tsx";

interface AddDialogProps {
  readonly onClose: () => void;
  /** Called with the normalized domain. */
  readonly onAdded: (domain: string) => void;
}

const create = callOf(bucketDomains, "create");
const blank = { domain: "", bucketName: "" };

/** Form for a domain and the bucket it serves. */
export const AddDialog = ({ onClose, onAdded }: AddDialogProps) => {
  const formId = useId();
  const client = useQueryClient();
  const [input, setInput] = useState(blank);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft("bucket-domains/create", input === blank ? undefined : input, setInput);
  const change = (changes: Partial<typeof blank>) => {
    setInput({ ...input, ...changes });
    setProblems({});
  };
  const { act, acting } = useAct(create, {
    onDone: (reply) => {
      draft.forget();
      void client.invalidateQueries({ queryKey: resourceKey(bucketDomains.name) });
      onAdded((reply as Row<typeof bucketDomains>).domain);
    },
    onError: (error) => {
      const found = fieldProblems(error, "domain");
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const submit = () => {
    const found = problemsIn(input);
    setProblems(found);
    if (Object.keys(found).length === 0) void act({ body: { ...input, domain: input.domain.trim() } });
  };
  const startOver = () => {
    draft.forget();
    setInput(blank);
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };

  return (
    <Dialog
      title="Add bucket domain"
      width={600}
      onClose={onClose}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={acting}>
            Add domain
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <TextField
          label="Domain"
          code
          placeholder="files.example"
          hint={domainHint}
          value={input.domain}
          error={problems["domain"]}
          onChange={(domain) => change({ domain })}
        />
        <BucketField
          value={input.bucketName}
          onChange={(bucketName) => change({ bucketName })}
          error={problems["bucketName"]}
        />
        <Publishes bucketName={input.bucketName} />
      </Form>
    </Dialog>
  );
};

const problemsIn = ({ domain, bucketName }: typeof blank): Record<string, string> => ({
  ...(bucketName === "" && { bucketName: "Select a bucket." }),
  ...(toDomain(domain) === undefined && {
    domain: domain.trim() === "" ? "Enter a domain." : `Invalid domain. ${domainHint}`,
  }),
});
