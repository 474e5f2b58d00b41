import { useState } from "react";
import { replacePin } from "../../../../resources/bucket/pin-calls.ts";
import { pinNameMax } from "../../../../resources/bucket/pin-limits.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import type { Resource } from "../../../../resources/define.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { useDraft } from "../../framework/forms/use-draft.ts";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { RestoredNote } from "../../ui/restored-note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Pin } from "./list.tsx";

interface PinDialogProps {
  /** The pin whose place the new one takes. */
  readonly replaced: Pin | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface Typed {
  readonly cid: string;
  readonly name: string;
}

const addPin = callsOf(pins as unknown as Resource).find(({ call }) => call === pins.calls.create)!;

/** Pins a CID, or another one in the place of a pin. */
export const PinDialog = ({ replaced, onClose, onDone }: PinDialogProps) => {
  const [typed, setTyped] = useState<Typed>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = useDraft(replaced ? `pins/replace/${replaced.id}` : "pins/add", typed, setTyped);
  const { cid, name } = typed ?? { cid: "", name: replaced?.name ?? "" };
  const done = () => {
    draft.forget();
    onDone();
  };
  const onError = (error: Error): boolean => {
    const found = fieldMessages(error);
    setProblems(found);
    return Object.keys(found).length > 0;
  };
  const add = useAct(addPin, { done: "Queued", onDone: done, onError });
  const replace = useAct(replacePin, { done: "Queued", onDone: done, onError });
  const acting = add.acting || replace.acting;
  const change = (changes: Partial<Typed>) => {
    setTyped({ cid, name, ...changes });
    setProblems({});
  };
  const submit = () => {
    const checked = pins.fields.cid.schema.safeParse(cid);
    if (!checked.success) return setProblems({ cid: checked.error.issues[0]?.message ?? "" });
    const body = { cid: cid.trim(), ...(name.trim() !== "" && { name: name.trim() }) };
    if (replaced) void replace.act({ params: { id: replaced.id }, body });
    else void add.act({ body });
  };
  const giveUp = () => {
    draft.forget();
    onClose();
  };
  return (
    <Dialog title={replaced ? "Replace pin" : "Pin by CID"} width={600} onClose={onClose}>
      <Form onSubmit={submit}>
        {draft.restored && (
          <RestoredNote
            onDiscard={() => {
              draft.forget();
              setTyped(undefined);
            }}
          />
        )}
        {replaced && <p>What both have in common is neither deleted nor fetched again in between.</p>}
        <TextField
          label="CID"
          code
          placeholder="bafy…"
          hint="Everything below it is pinned too; how much that is shows once it is fetched."
          value={cid}
          disabled={acting}
          error={problems["cid"] ?? ""}
          onChange={(text) => change({ cid: text })}
        />
        <TextField
          label="Name (optional)"
          maxLength={pinNameMax}
          value={name}
          disabled={acting}
          error={problems["name"] ?? ""}
          onChange={(text) => change({ name: text })}
        />
        <RateNote resource="IPFS_STORAGE" />
        <FormActions label={replaced ? "Replace" : "Pin"} busy={acting} onCancel={giveUp} />
      </Form>
    </Dialog>
  );
};
