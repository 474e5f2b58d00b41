import { useState } from "react";
import { editMember } from "../../../../resources/account/member-calls.ts";
import { memberNoteMax } from "../../../../resources/limits.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { sameGrant, type Giver, type Grant } from "./grant.ts";
import { nameOf } from "./member-columns.tsx";
import type { Member } from "./use-standing.ts";

interface EditDialogProps {
  readonly member: Member;
  readonly giver: Giver;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** What is opened to a member, and what the team notes about them. */
export const EditDialog = ({ member, giver, onClose, onSaved }: EditDialogProps) => {
  const [grant, setGrant] = useState<Grant>(member);
  const [note, setNote] = useState(member.note);
  const [refused, setRefused] = useState("");
  const { act, acting } = useAct(editMember, {
    done: "Saved",
    onDone: onSaved,
    onError: (error) => {
      setRefused(firstMessage(error));
      return true;
    },
  });
  const isSame = sameGrant(grant, member) && note.trim() === member.note;
  const save = () => {
    const { invitationId } = member;
    const { access, levels } = grant;
    void act({ body: { invitationId, access: [...access], levels, note: note.trim() } });
  };
  return (
    <Dialog title={`Access of ${nameOf(member)}`} width={600} onClose={onClose}>
      <form
        className="fh-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <AccessPicker
          value={grant}
          before={member}
          giver={giver}
          disabled={acting}
          error={refused}
          onChange={(chosen) => {
            setGrant(chosen);
            setRefused("");
          }}
        />
        <TextField
          label="Note"
          value={note}
          maxLength={memberNoteMax}
          hint="Seen by everyone in the team."
          disabled={acting}
          onChange={setNote}
        />
        <div className="fh-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting} disabled={isSame}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

const firstMessage = (error: Error): string => {
  const { errors = {} } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> };
  return Object.values(errors)[0]?.[0] ?? error.message;
};
