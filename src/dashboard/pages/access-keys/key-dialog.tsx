import { useState } from "react";
import { createAccessKey, keyPermissions, type KeyPermission } from "../../../../resources/bucket/access-key-calls.ts";
import { accessKeyNameMax } from "../../../../resources/bucket/access-key-limits.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { SelectField, TextField } from "../../ui/text-field.tsx";
import styles from "./access-keys.module.css";
import { BucketChoice } from "./bucket-choice.tsx";
import { blank, bodyOf, lifetimes, problemsIn, type Lifetime, type Typed } from "./key-form.ts";
import { revealKey } from "./reveal-key.tsx";

const permissionHints: Readonly<Record<KeyPermission, string>> = {
  read: "Download and list files",
  write: "Upload and overwrite files",
  delete: "Delete files",
};

interface KeyDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Makes an access key for a program, as narrow as one likes. */
export const KeyDialog = ({ onClose, onCreated }: KeyDialogProps) => {
  const [kept, setKept] = useState<Typed>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft("access-keys/create", kept, setKept);
  const typed = kept ?? blank;
  const change = (changes: Partial<Typed>) => {
    setKept({ ...typed, ...changes });
    setProblems({});
  };
  const { act, acting } = useAct(createAccessKey, {
    onDone: (key) => {
      draft.forget();
      onCreated();
      void revealKey("Access key created", key);
    },
    onError: (error) => {
      const found = fieldMessages(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const submit = () => {
    const found = problemsIn(typed);
    setProblems(found);
    if (Object.keys(found).length === 0) void act({ body: bodyOf(typed, Math.floor(Date.now() / 1000)) });
  };
  const startOver = () => {
    draft.forget();
    setKept(undefined);
    setProblems({});
  };
  const giveUp = () => {
    draft.forget();
    onClose();
  };
  return (
    <Dialog title="Create access key" width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <TextField
          label="Name"
          hint="What will use it, for example backup."
          maxLength={accessKeyNameMax}
          value={typed.name}
          disabled={acting}
          error={problems["name"] ?? ""}
          onChange={(name) => change({ name })}
        />
        <fieldset className={styles.choices} disabled={acting}>
          <legend>Permissions</legend>
          {keyPermissions.map((permission) => (
            <Checkbox
              key={permission}
              label={permission[0]!.toUpperCase() + permission.slice(1)}
              hint={permissionHints[permission]}
              checked={typed.permissions.includes(permission)}
              onChange={(checked) =>
                change({
                  permissions: keyPermissions.filter((one) =>
                    one === permission ? checked : typed.permissions.includes(one),
                  ),
                })
              }
            />
          ))}
          {problems["permissions"] && <p role="alert">{problems["permissions"]}</p>}
        </fieldset>
        <BucketChoice chosen={typed.buckets} disabled={acting} onChange={(buckets) => change({ buckets })} />
        <TextArea
          label="Only below these prefixes"
          hint="One a line, for example 2026/. Leave it empty for all files."
          rows={2}
          value={typed.prefixes}
          disabled={acting}
          error={problems["prefixes"]}
          onChange={(prefixes) => change({ prefixes })}
        />
        <SelectField
          label="Good for"
          value={typed.lifetime}
          options={[...lifetimes]}
          onChange={(lifetime) => change({ lifetime: lifetime as Lifetime })}
        />
        <FormActions label="Create key" busy={acting} onCancel={giveUp} />
      </Form>
    </Dialog>
  );
};
