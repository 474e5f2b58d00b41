import { useState } from "react";
import { editMember } from "../../../../resources/account/member-calls.ts";
import { fieldMessages } from "../../framework/data/field-messages.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { sameGrant, type Giver, type Grant } from "./grant.ts";
import { nameOf } from "./member-columns.tsx";
import { NoteField } from "./note-field.tsx";
import type { Member } from "./use-own-rights.ts";

interface EditDialogProps {
  readonly member: Member;
  readonly giver: Giver;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** A member's access and note. */
export const EditDialog = ({ member, giver, onClose, onSaved }: EditDialogProps) => {
  const [grant, setGrant] = useState<Grant>(member);
  const [note, setNote] = useState(member.note);
  const [refused, setRefused] = useState("");
  const { act, acting } = useAct(editMember, {
    done: "Member saved",
    onDone: onSaved,
    onError: (error) => {
      setRefused(Object.values(fieldMessages(error))[0] ?? error.message);
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
    <Dialog title={`Access for ${nameOf(member)}`} width={600} onClose={onClose}>
      <Form onSubmit={save}>
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
        <NoteField value={note} disabled={acting} onChange={setNote} />
        <div className="fh-form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={acting} disabled={isSame}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
