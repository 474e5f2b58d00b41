import type { Send } from "../../../../resources/call-input.ts";
import { pinVisibility, replacePin } from "../../../../resources/bucket/pin-calls.ts";
import { pins } from "../../../../resources/bucket/pins.ts";
import type { Row } from "../../../../resources/define.ts";
import { callOf } from "../../../../resources/endpoints.ts";
import { RateNote } from "../../framework/cost/cost-note.tsx";
import { Declined } from "../../framework/data/handled-errors.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

interface PinDialogProps {
  /** The pin to replace, if any. */
  readonly replaced: Row<typeof pins> | undefined;
  readonly onClose: () => void;
}

const addPin = callOf(pins, "create");

/** Pins a CID, or replaces the CID of a pin. */
export const PinDialog = ({ replaced, onClose }: PinDialogProps) => (
  <FormDialog
    title={replaced ? "Replace pin" : "Pin by CID"}
    form={ownForm(
      { cid: pins.fields.cid, name: pins.fields.name },
      async ({ cid, name }, send) => {
        const body = { cid: cid.trim(), ...(name && { name }) };
        if (!(await confirmPublishing(send, body.cid))) throw new Declined();
        return replaced ? send(replacePin, { params: { id: replaced.id }, body }) : send(addPin, { body });
      },
      replaced ? `pins/replace/${replaced.id}` : "pins/add",
    )}
    initial={replaced?.name === undefined ? {} : { name: replaced.name }}
    head={replaced && <p>Blocks shared by both are kept.</p>}
    note={() => <RateNote resource="IPFS_STORAGE" />}
    submit={replaced ? "Replace pin" : "Pin content"}
    done="Queued"
    refreshes={[pins]}
    onClose={onClose}
  />
);

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
