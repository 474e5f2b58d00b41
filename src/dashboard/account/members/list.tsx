import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { changedOnly } from "../../../../resources/declare/based-on.ts";
import type { Grant } from "../../../../resources/account/teams/grants.ts";
import { editMember, memberNote } from "../../../../resources/account/teams/member-calls.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { data } from "../../../../resources/declare/fields.ts";
import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/declare/patterns.ts";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { useCreateRequest } from "../../framework/create-request.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { FormDialog, ownForm } from "../../framework/forms/form.tsx";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { shortenName } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useActivationLock } from "../../chains/flows/activation/activation-lock.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { type Invitation, type Invited, InviteDialog } from "./invite-dialog.tsx";
import { memberCells, nameOf } from "./member-cells.tsx";
import styles from "./members.module.css";
import { TeamEnd } from "./team-end.tsx";
import { type Member, type OwnRights, useOwnRights } from "./use-own-rights.ts";
import { emailState } from "../../../../resources/account/email.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { CopyText, copyText } from "../../ui/panels/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { useAct } from "../../framework/data/use-act.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu/menu.tsx";

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
  useCreateRequest(members.name, () => rights.mayInvite && void startInvite());
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
            {!rights.mayInvite && <Banner>{memberMessages.membersReadOnly}</Banner>}
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

interface MemberValues {
  readonly access: Grant;
  readonly note: string;
}

const changeOf = ({ access: { access, levels }, note }: MemberValues) => ({ access: [...access], levels, note });

/** A member's access and note. */
const EditDialog = ({ member, giver, onClose }: EditDialogProps) => {
  const { invitationId, access, levels, note } = member;
  return (
    <FormDialog
      title={`Access for ${nameOf(member)}`}
      form={ownForm(fields, (values, send, seen) =>
        send(editMember, { body: { invitationId, ...changedOnly(changeOf(values), changeOf(seen.values)) } }),
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

/** The link of a new invitation. */
const InvitedDialog = ({ invited, onClose }: { readonly invited: Invited; readonly onClose: () => void }) => {
  const { data } = useCall(emailState, { enabled: invited.invitation.type === "EMAIL" });
  return (
    <Dialog
      title={invited.invitation.type === "LINK" ? "Invite link created" : "Member invited"}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copyText(invited.link)}>
            Copy link
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="fh-stack">
        <p>{nextStep(invited, data?.mail)}</p>
        <div className={styles.link}>
          <CopyText text={invited.link} label="invite link" />
        </div>
        <p>The link stays in the member list until the invitation is used or cancelled.</p>
      </div>
    </Dialog>
  );
};

const nextStep = (
  { invitation: { type, target } }: Invited,
  mail: Reply<typeof emailState>["mail"] = "none",
): string => {
  switch (type) {
    case "LINK":
      return "Send this link to one user. The first user who opens it and signs in can join.";
    case "EMAIL":
      return `${emailNotes[mail].replace("{target}", target.trim())} Single use.`;
    case "WALLET":
      return "The owner of this wallet is asked to join at sign-in. You can also share this link; it works for this wallet only.";
  }
};

/** Invitation email status. Without a mail server, email invitations are unavailable. */
const emailNotes = {
  smtp: "We're sending an email with this link to {target}.",
  outbox: "This server doesn't send email, so the invitation is only in your mailbox. Share this link with {target}.",
  none: "{target} is invited.",
} as const;

interface MemberActions {
  readonly rights: OwnRights;
  readonly onEdit: (member: Member) => void;
  readonly onInviteAgain: (member: Member) => void;
  readonly onChanged: () => void;
}

type Change = "DISABLE" | "ENABLE" | "REMOVE";

/** Actions on a member or an invitation. */
const useMemberActions = ({
  rights,
  onEdit,
  onInviteAgain,
  onChanged,
}: MemberActions): ((member: Member) => MenuItem[]) => {
  const { act } = useAct(editMember, { done: "Member saved", onDone: onChanged });
  const change = async (member: Member, status: Change) => {
    const question = questions[status](nameOf(member), member.status);
    if (question && !(await dialogs.confirm({ ...question, danger: status === "REMOVE", cancel: "Keep" }))) return;
    await act({ body: { invitationId: member.invitationId, status } });
  };
  const entry = (member: Member, label: string, status: Change, icon: MenuItem["icon"]): MenuItem => ({
    label,
    danger: status === "REMOVE",
    ...(icon && { icon }),
    onSelect: () => void change(member, status),
  });

  return (member) => {
    const { link } = member;
    const copy: MenuItem[] =
      link === undefined ? [] : [{ label: "Copy link", icon: "copy", onSelect: () => void copyText(link) }];
    if (!rights.mayChange(member)) return copy;
    const edit: MenuItem = { label: "Edit access and note", icon: "edit", onSelect: () => onEdit(member) };
    switch (member.status) {
      case "VALID":
        return [edit, entry(member, "Disable", "DISABLE", "stop"), entry(member, "Remove", "REMOVE", "trash")];
      case "DISABLED":
        return [edit, entry(member, "Enable", "ENABLE", "check"), entry(member, "Remove", "REMOVE", "trash")];
      case "PENDING":
        return [...copy, edit, entry(member, "Cancel invitation", "REMOVE", "trash")];
      case "REJECT":
        return [
          { label: "Invite again", icon: "refresh", onSelect: () => onInviteAgain(member) },
          entry(member, "Remove from list", "REMOVE", "trash"),
        ];
    }
  };
};

interface Question {
  readonly title: string;
  readonly text: string;
  readonly ok: string;
}

const questions: Readonly<Record<Change, (name: string, status: Member["status"]) => Question | undefined>> = {
  DISABLE: (name) => ({
    title: `Disable ${name}?`,
    text: "The member stays in the team but has no access until you enable them again.",
    ok: "Disable member",
  }),
  ENABLE: () => undefined,
  REMOVE: (name, status) => {
    if (status === "PENDING")
      return {
        title: "Cancel invitation?",
        text: `The invitation for ${name} stops working.`,
        ok: "Cancel invitation",
      };
    if (status === "REJECT") return undefined;
    return {
      title: `Remove ${name}?`,
      text: "The member loses access immediately and is notified. Their work stays with the team.",
      ok: "Remove member",
    };
  },
};
