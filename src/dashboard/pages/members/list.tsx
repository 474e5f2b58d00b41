import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { Grant } from "../../../../resources/account/grants.ts";
import { editMember, memberNote } from "../../../../resources/account/member-calls.ts";
import { members } from "../../../../resources/account/members.ts";
import { data } from "../../../../resources/fields.ts";
import { messages } from "../../../../resources/messages.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/patterns.ts";
import { showActivation } from "../../flows/activation/show-activation.tsx";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { shortenName } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useActivationLock } from "../../flows/activation/activation-lock.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { type Invitation, type Invited, InviteDialog } from "./invite-dialog.tsx";
import { InvitedDialog } from "./invited-dialog.tsx";
import { memberCells, nameOf } from "./member-cells.tsx";
import styles from "./members.module.css";
import { TeamEnd } from "./team-end.tsx";
import { useMemberActions } from "./use-member-actions.ts";
import { type Member, type OwnRights, useOwnRights } from "./use-own-rights.ts";

type Open =
  | { readonly dialog: "invite"; readonly initial?: Invitation }
  | { readonly dialog: "invited"; readonly invited: Invited }
  | { readonly dialog: "edit"; readonly member: Member };

/** /account/member: members and their access. */
export const Component = () => {
  const rights = useOwnRights();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const reload = () => void client.invalidateQueries({ queryKey: resourceKey(members.name) });
  const actions = useMemberActions({
    rights,
    onEdit: (member) => setOpen({ dialog: "edit", member }),
    onInviteAgain: (member) => setOpen({ dialog: "invite", initial: initialFrom(member) }),
    onChanged: reload,
  });
  const lock = useActivationLock();
  const { total } = useRecords(members, { size: 2 });
  const isAlone = total === 1;
  const startInvite = async (): Promise<void> => {
    // Inviting requires an activated account, so ask for activation before showing the form.
    if (await lock.check()) {
      await showActivation();
      lock.reload();
    } else setOpen({ dialog: "invite" });
  };
  const invite = rights.mayInvite && (
    <Button kind="primary" icon="plus" onClick={() => void startInvite()}>
      Invite member
    </Button>
  );
  return (
    <>
      <ListPage
        resource={members}
        intro={`Members of ${shortenName(rights.teamName)} and their access.`}
        create={invite}
        cells={memberCells}
        rowActions={rights.mayInvite ? actions : undefined}
        without={(rows) => (rows.some(({ note }) => note !== "") ? [] : ["note"])}
        bare={isAlone}
        frame={(table) => (
          <div className="fh-stack">
            {rights.mayInvite && lock.isLocked && (
              <Banner
                title="Inviting members requires activation"
                action={
                  <Button size="small" onClick={() => void startInvite()}>
                    Activate now
                  </Button>
                }
              >
                Your account is on trial. Activate it to invite members.
              </Banner>
            )}
            {!rights.mayInvite && <Banner>{messages.membersReadOnly}</Banner>}
            <div>
              {table}
              {isAlone && (
                <p className={styles.alone}>
                  {members.list.empty.title}. {members.list.empty.text}
                </p>
              )}
            </div>
            <TeamEnd rights={rights} hasMembers={total > 1} onDisbanded={reload} />
          </div>
        )}
      />
      {open?.dialog === "invite" && (
        <InviteDialog
          giver={rights}
          initial={open.initial}
          onClose={close}
          onInvited={(invited) => {
            setOpen({ dialog: "invited", invited });
          }}
        />
      )}
      {open?.dialog === "invited" && <InvitedDialog invited={open.invited} onClose={close} />}
      {open?.dialog === "edit" && <EditDialog member={open.member} giver={rights} onClose={close} />}
    </>
  );
};

/** Prefills a declined invitation. If the list shows a name, the address must be entered again. */
const initialFrom = ({ type, targetName, access, levels, note }: Member): Invitation => {
  const isAddress = ethereumAddressPattern.test(targetName) || emailPattern.test(targetName);
  return { type, target: isAddress ? targetName : "", access: { access, levels }, note };
};

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
const EditDialog = ({ member, giver, onClose }: EditDialogProps) => {
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
