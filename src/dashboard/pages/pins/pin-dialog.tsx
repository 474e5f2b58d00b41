import type { Send } from "../../../../resources/call-input.ts";
import { pinVisibility, replacePin } from "../../../../resources/bucket/pin-calls.ts";
import { pinNameMax } from "../../../../resources/bucket/pin-limits.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { useSend } from "../../framework/data/call-context.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { DialogForm } from "../../framework/forms/dialog-form.tsx";
import { useDialogForm } from "../../framework/forms/use-dialog-form.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { Pin } from "./list.tsx";

interface PinDialogProps {
  /** The pin to replace, if any. */
  readonly replaced: Pin | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const addPin = callOf(pins, "create");

/** Asks before pinning publishes private content. If the check fails, the server validates the pin. */
const confirmPublishing = async (send: Send, cid: string): Promise<boolean> => {
  const { isPrivate } = await send(pinVisibility, { query: { cid }, silent: true }).catch(() => ({ isPrivate: false }));
  if (!isPrivate) return true;
  return dialogs.confirm({
    title: "Publish private content?",
    text: "This content is in a private bucket of your team. Pinning it makes it public: anyone with the CID can read it.",
    ok: "Publish and pin",
    danger: true,
  });
};

/** Pins a CID, or replaces the CID of a pin. */
export const PinDialog = ({ replaced, onClose, onDone }: PinDialogProps) => {
  const send = useSend();
  const draftKey = replaced ? `pins/replace/${replaced.id}` : "pins/add";
  const form = useDialogForm(draftKey, { cid: "", name: replaced?.name ?? "" }, onClose);
  const { problems, setProblems, change, onError } = form;
  const { cid, name } = form.input;
  const done = () => {
    form.forget();
    onDone();
  };
  const add = useAct(addPin, { done: "Queued", onDone: done, onError });
  const replace = useAct(replacePin, { done: "Queued", onDone: done, onError });
  const acting = add.acting || replace.acting;
  const submit = async () => {
    const checked = pins.fields.cid.schema.safeParse(cid);
    if (!checked.success) return setProblems({ cid: checked.error.issues[0]?.message ?? "" });
    const body = { cid: cid.trim(), ...(name.trim() !== "" && { name: name.trim() }) };
    if (!(await confirmPublishing(send, body.cid))) return;
    if (replaced) void replace.act({ params: { id: replaced.id }, body });
    else void add.act({ body });
  };
  return (
    <DialogForm
      title={replaced ? "Replace pin" : "Pin by CID"}
      label={replaced ? "Replace pin" : "Pin content"}
      form={form}
      busy={acting}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {replaced && <p>Blocks shared by both are kept.</p>}
      <TextField
        label="CID"
        code
        placeholder="bafy…"
        hint="Includes all linked content. Anyone with the CID can read it."
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
