import { useState } from "react";
import { createAiKey } from "../../../../../resources/ai-rpc/key-calls.ts";
import { aiKeyNameMax } from "../../../../../resources/ai-rpc/limits.ts";
import type { AiModel } from "../../../../../resources/ai-rpc/model-calls.ts";
import { fieldMessages } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { reveal } from "../../../framework/forms/reveal.tsx";
import { useDraft } from "../../../framework/forms/use-draft.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { RestoredNote } from "../../../ui/restored-note.tsx";
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

/** Makes a key for a program, which may spend as much LAND as one likes; it is shown once. */
export const KeyDialog = ({ models, onClose, onCreated }: KeyDialogProps) => {
  const [kept, setKept] = useState<Typed>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft("ai-keys/create", kept, setKept);
  const typed = kept ?? blank;
  const change = (changes: Partial<Typed>) => {
    setKept({ ...typed, ...changes });
    setProblems({});
  };
  const { act, acting } = useAct(createAiKey, {
    onDone: ({ key }) => {
      draft.forget();
      onCreated();
      void reveal("Key created", key);
    },
    onError: (error) => {
      const found = fieldMessages(error);
      setProblems(found);
      return Object.keys(found).length > 0;
    },
  });
  const submit = () => {
    const name = typed.name.trim();
    if (name === "") return setProblems({ name: "Name is required." });
    void act({ body: { ...typed, name, models: [...typed.models] } });
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
    <Dialog title="Create key" width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        {draft.restored && <RestoredNote onDiscard={startOver} />}
        <TextField
          label="Name"
          hint="What will use it, for example support bot."
          maxLength={aiKeyNameMax}
          value={typed.name}
          disabled={acting}
          error={problems["name"] ?? ""}
          onChange={(name) => change({ name })}
        />
        <LimitFields values={typed} problems={problems} disabled={acting} onChange={change} />
        <ModelsField
          models={models}
          chosen={typed.models}
          disabled={acting}
          onChange={(chosen) => change({ models: chosen })}
        />
        <FormActions label="Create key" busy={acting} onCancel={giveUp} />
      </Form>
    </Dialog>
  );
};
