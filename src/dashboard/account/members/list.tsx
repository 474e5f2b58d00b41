import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Giver, Grant } from "../../../../resources/account/teams/grants.ts";
import { isFull } from "../../../../resources/declare/define.ts";
import { members } from "../../../../resources/account/teams/members.ts";
import { memberMessages } from "../../../../resources/account/teams/team-messages.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/declare/patterns.ts";
import { showActivation } from "../../chains/flows/activation/show-activation.tsx";
import { useCreateRequest } from "../../framework/create-request.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { useRecords } from "../../framework/data/use-records.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import type { RecordFormParts } from "../../framework/pages/use-record-actions.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useActivationLock } from "../../chains/flows/activation/activation-lock.tsx";
import { AccessPicker } from "./access-picker.tsx";
import { type Invitation, type Invited, InviteDialog } from "./invite-dialog.tsx";
import { memberCells } from "./member-cells.tsx";
import styles from "./members.module.css";
import { TeamEnd } from "./team-end.tsx";
import { type Member, useOwnRights } from "./use-own-rights.ts";
import { emailState } from "../../../../resources/account/email.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { CopyText, copyText } from "../../ui/panels/copy-text.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import type { MenuItem } from "../../ui/menu/menu.tsx";

type Open =
  | { readonly dialog: "invite"; readonly initial?: Invitation }
  | { readonly dialog: "invited"; readonly invited: Invited };

/** /account/member: members and their access. */
export const Component = () => {
  const rights = useOwnRights();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const reload = () => void client.invalidateQueries({ queryKey: resourceKey(members.name) });
  const actions = (member: Member): MenuItem[] => {
    const { link } = member;
    if (link !== undefined) return [{ label: "Copy link", icon: "copy", onSelect: () => void copyText(link) }];
    if (member.status !== "REJECT" || !rights.mayChange(member)) return [];
    const again = () => setOpen({ dialog: "invite", initial: initialFrom(member) });
    return [{ label: "Invite again", icon: "refresh", onSelect: again }];
  };
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
    <Button kind="primary" icon="plus" disabled={isFull(members, total)} onClick={() => void startInvite()}>
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
        isChangeable={rights.mayChange}
        actionForms={{ setAccess: (member) => accessForm(member, rights) }}
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
    </>
  );
};

/** Prefills a declined invitation. If the list shows a name, the address must be entered again. */
const initialFrom = ({ type, targetName, access, levels, note }: Member): Invitation => {
  const isAddress = ethereumAddressPattern.test(targetName) || emailPattern.test(targetName);
  return { type, target: isAddress ? targetName : "", access: { access, levels }, note };
};

const accessForm = (member: Member, giver: Giver): RecordFormParts => ({
  submit: "Save",
  controls: {
    access: ({ id, values, disabled, change }) => (
      <AccessPicker
        id={id}
        value={values as unknown as Grant}
        before={member}
        giver={giver}
        disabled={disabled}
        onChange={({ access, levels }) => change({ access, levels })}
      />
    ),
  },
});

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
