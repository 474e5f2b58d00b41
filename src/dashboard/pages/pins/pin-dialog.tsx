import { replacePin } from "../../../../resources/bucket/pin-calls.ts";
import { pinNameMax } from "../../../../resources/bucket/pin-limits.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import { callsOf } from "../../../../resources/endpoints.ts";
import type { Resource } from "../../../../resources/define.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { DialogForm } from "../../framework/forms/dialog-form.tsx";
import { useDialogForm } from "../../framework/forms/use-dialog-form.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { Pin } from "./list.tsx";

interface PinDialogProps {
  /** The pin whose place the new one takes. */
  readonly replaced: Pin | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const addPin = callsOf(pins as unknown as Resource).find(({ call }) => call === pins.calls.create)!;

/** Pins a CID, or another one in the place of a pin. */
export const PinDialog = ({ replaced, onClose, onDone }: PinDialogProps) => {
  const draftKey = replaced ? `pins/replace/${replaced.id}` : "pins/add";
  const form = useDialogForm(draftKey, { cid: "", name: replaced?.name ?? "" }, onClose);
  const { problems, setProblems, change, onError } = form;
  const { cid, name } = form.typed;
  const done = () => {
    form.forget();
    onDone();
  };
  const add = useAct(addPin, { done: "Queued", onDone: done, onError });
  const replace = useAct(replacePin, { done: "Queued", onDone: done, onError });
  const acting = add.acting || replace.acting;
  const submit = () => {
    const checked = pins.fields.cid.schema.safeParse(cid);
    if (!checked.success) return setProblems({ cid: checked.error.issues[0]?.message ?? "" });
    const body = { cid: cid.trim(), ...(name.trim() !== "" && { name: name.trim() }) };
    if (replaced) void replace.act({ params: { id: replaced.id }, body });
    else void add.act({ body });
  };
  return (
    <DialogForm
      title={replaced ? "Replace pin" : "Pin by CID"}
      label={replaced ? "Replace" : "Pin"}
      form={form}
      busy={acting}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </DialogForm>
  );
};
