import { useState } from "react";
import { createIpnsName, publishIpnsName, type IpnsName } from "../../../../resources/gateway/ipns-calls.ts";
import { ipnsLifetimes, ipnsNameMax } from "../../../../resources/gateway/limits.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./ipns-names.module.css";

interface NameDialogProps {
  /** The name to publish. Without it, the dialog creates a name. */
  readonly published: IpnsName | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

interface Typed {
  readonly name: string;
  readonly value: string;
  /** In days. */
  readonly lifetime: number;
}

const blank: Typed = { name: "", value: "", lifetime: 30 };

/** Creates a name, or publishes a new target of one. */
export const NameDialog = ({ published, onClose, onSaved }: NameDialogProps) => {
  const before = published ?? blank;
  const [input, setInput] = useState<Typed>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft(published ? `ipns/publish/${published.key}` : "ipns/create", input, setInput);
  const { name, value, lifetime } = input ?? before;
  const done = () => {
    draft.forget();
    onSaved();
  };
  const onError = (error: Error): boolean => {
    const found = fieldMessages(error);
    setProblems(found);
    return Object.keys(found).length > 0;
  };
  const create = useAct(createIpnsName, { done: "Published", onDone: done, onError });
  const publish = useAct(publishIpnsName, { done: "Published", onDone: done, onError });
  const acting = create.acting || publish.acting;

  const change = (changes: Partial<Typed>) => {
    setInput({ name, value, lifetime, ...changes });
    setProblems({});
  };
  const submit = () => {
    const found = missingIn({ name, value, lifetime });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (published) void publish.act({ params: { key: published.key }, body: { value, lifetime } });
    else void create.act({ body: { name, value, lifetime } });
  };
  const startOver = () => {
    draft.forget();
    setInput(undefined);
    setProblems({});
  };
  const cancel = () => {
    draft.forget();
    onClose();
  };
  return (
    <Dialog title={published ? `Publish ${published.name}` : "Create name"} width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        {!published && (
          <TextField
            label="Name"
            hint="A label for your team. The address is derived from the key."
            maxLength={ipnsNameMax}
            value={name}
            disabled={acting}
            error={problems["name"] ?? ""}
            onChange={(text) => change({ name: text })}
          />
        )}
        <TextField
          label="Target"
          code
          placeholder="/ipfs/bafy…"
          hint="A CID, a path like /ipfs/bafy…/folder, or another name."
          value={value}
          disabled={acting}
          error={problems["value"] ?? ""}
          onChange={(text) => change({ value: text })}
        />
        <fieldset className={styles.lifetime} disabled={acting}>
          <legend>Lifetime</legend>
          <Segmented
            label="Lifetime"
            options={lifetimesWith(before.lifetime)}
            value={String(lifetime)}
            onChange={(days) => change({ lifetime: Number(days) })}
          />
          <p>How long cached records stay valid. Records are renewed automatically halfway through.</p>
        </fieldset>
        <div className="fh-form-actions">
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting}>
            {published ? "Publish" : "Create and publish"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

/** Returns the lifetimes to choose from, including the current one if it was set by API. */
const lifetimesWith = (current: number) =>
  [...new Set([...ipnsLifetimes, current])]
    .toSorted((one, other) => one - other)
    .map((days) => ({ value: String(days), label: days === 1 ? "1 day" : `${days} days` }));

const missingIn = ({ name, value }: Typed): Record<string, string> => ({
  ...(name.trim() === "" && { name: "Name is required." }),
  ...(value.trim() === "" && { value: "Enter a target." }),
});
