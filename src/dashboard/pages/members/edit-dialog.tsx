import * as z from "zod/mini";
import type { Grant } from "../../../../resources/account/grants.ts";
import { editMember, memberNote } from "../../../../resources/account/member-calls.ts";
import { members } from "../../../../resources/account/members.ts";
import { data } from "../../../../resources/fields.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { nameOf } from "./member-cells.tsx";
import type { Member, OwnRights } from "./use-own-rights.ts";

interface EditDialogProps {
  readonly member: Member;
  readonly giver: OwnRights;
  readonly onClose: () => void;
}

const fields = {
  access: data(
    "Access",
    z.custom<Grant>((grant) => typeof grant === "object" && grant !== null),
  ),
  note: memberNote,
};

/** A member's access and note. */
export const EditDialog = ({ member, giver, onClose }: EditDialogProps) => {
  const { invitationId, access, levels, note } = member;
  return (
    <FormDialog
      title={`Access for ${nameOf(member)}`}
      form={ownForm(fields, ({ access: grant, note: text }, send) =>
        send(editMember, { body: { invitationId, access: [...grant.access], levels: grant.levels, note: text } }),
      )}
      submit="Save"
      initial={{ access: { access, levels }, note }}
      controls={{ access: (control) => <AccessPicker {...control} before={member} giver={giver} /> }}
      done="Member saved"
      refreshes={[members]}
      onClose={onClose}
    />
  );
};
