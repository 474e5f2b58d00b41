import { createAiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { aiKeyNameMax } from "../../../../../resources/ai-rpc/limits.ts";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { DialogForm } from "../../../framework/forms/dialog-form.tsx";
import { useDialogForm } from "../../../framework/forms/use-dialog-form.ts";
import { reveal } from "../../../framework/forms/reveal.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { LimitFields, type Limits } from "./limit-fields.tsx";
import { ModelsField } from "./models-field.tsx";

interface Typed extends Limits {
  readonly name: string;
  readonly models: readonly string[];
}

const blank: Typed = { name: "", limit: null, weeklyLimit: null, dailyLimit: null, models: [] };

interface KeyDialogProps {
  readonly models: readonly AiModel[];
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Creates a key with optional LAND limits. The secret is shown once. */
export const KeyDialog = ({ models, onClose, onCreated }: KeyDialogProps) => {
  const form = useDialogForm("ai-keys/create", blank, onClose);
  const { input, problems, setProblems, change } = form;
  const { act, acting } = useAct(createAiKey, {
    onDone: ({ key }) => {
      form.forget();
      onCreated();
      void reveal("Key created", key);
    },
    onError: form.onError,
  });
  const submit = () => {
    const name = input.name.trim();
    if (name === "") return setProblems({ name: "Name is required." });
    void act({ body: { ...input, name, models: [...input.models] } });
  };
  return (
    <DialogForm title="Create key" label="Create key" form={form} busy={acting} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name"
        hint="Where you will use it, for example support bot."
        maxLength={aiKeyNameMax}
        value={input.name}
        disabled={acting}
        error={problems["name"] ?? ""}
        onChange={(name) => change({ name })}
      />
      <LimitFields values={input} problems={problems} disabled={acting} onChange={change} />
      <ModelsField
        models={models}
        chosen={input.models}
        disabled={acting}
        onChange={(chosen) => change({ models: chosen })}
      />
    </DialogForm>
  );
};
