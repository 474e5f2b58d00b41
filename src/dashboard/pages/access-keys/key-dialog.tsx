import { createAccessKey, keyPermissions, type KeyPermission } from "../../../../resources/bucket/access-key-calls.ts";
import { accessKeyNameMax } from "../../../../resources/bucket/access-key-limits.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { DialogForm } from "../../framework/forms/dialog-form.tsx";
import { useDialogForm } from "../../framework/forms/use-dialog-form.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { SelectField, TextField } from "../../ui/text-field.tsx";
import styles from "./access-keys.module.css";
import { BucketChoice } from "./bucket-choice.tsx";
import { blank, bodyOf, lifetimes, problemsIn, type Lifetime } from "./key-form.ts";
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

/** Creates an access key with limited permissions. */
export const KeyDialog = ({ onClose, onCreated }: KeyDialogProps) => {
  const form = useDialogForm("access-keys/create", blank, onClose);
  const { input, problems, setProblems, change } = form;
  const { act, acting } = useAct(createAccessKey, {
    onDone: (key) => {
      form.forget();
      onCreated();
      void revealKey("Access key created", key);
    },
    onError: form.onError,
  });
  const submit = () => {
    const found = problemsIn(input);
    setProblems(found);
    if (Object.keys(found).length === 0) void act({ body: bodyOf(input, Math.floor(Date.now() / 1000)) });
  };
  return (
    <DialogForm
      title="Create access key"
      label="Create key"
      form={form}
      busy={acting}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Where you will use it, for example backup."
        maxLength={accessKeyNameMax}
        value={input.name}
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
            checked={input.permissions.includes(permission)}
            onChange={(checked) =>
              change({
                permissions: keyPermissions.filter((one) =>
                  one === permission ? checked : input.permissions.includes(one),
                ),
              })
            }
          />
        ))}
        {problems["permissions"] && <p role="alert">{problems["permissions"]}</p>}
      </fieldset>
      <BucketChoice chosen={input.buckets} disabled={acting} onChange={(buckets) => change({ buckets })} />
      <TextArea
        label="Limit to prefixes"
        hint="One per line, for example 2026/. Leave blank for all files."
        rows={2}
        value={input.prefixes}
        disabled={acting}
        error={problems["prefixes"]}
        onChange={(prefixes) => change({ prefixes })}
      />
      <SelectField
        label="Expires"
        value={input.lifetime}
        options={[...lifetimes]}
        onChange={(lifetime) => change({ lifetime: lifetime as Lifetime })}
      />
    </DialogForm>
  );
};
