import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { members } from "../../../../resources/account/members.ts";
import { messages } from "../../../../resources/messages.ts";
import { emailPattern, ethereumAddressPattern } from "../../../../resources/patterns.ts";
import { resourceKey } from "../../framework/data/record-keys.ts";
import { shortenName } from "../../lib/format/shorten.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { InviteDialog, type Invitation, type Invited } from "./invite-dialog.tsx";
import { InvitedDialog } from "./invited-dialog.tsx";
import { MemberList } from "./member-list.tsx";
import { TeamEnd } from "./team-end.tsx";
import { useMemberActions } from "./use-member-actions.ts";
import { useStanding, type Member } from "./use-standing.ts";

type Open =
  | { readonly dialog: "invite"; readonly given?: Invitation }
  | { readonly dialog: "invited"; readonly invited: Invited }
  | { readonly dialog: "edit"; readonly member: Member };

/** /account/member: who works in the team, and what is open to each. */
export const Component = () => {
  const standing = useStanding();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const reload = () => void client.invalidateQueries({ queryKey: resourceKey(members.name) });
  const actions = useMemberActions({
    standing,
    onEdit: (member) => setOpen({ dialog: "edit", member }),
    onInviteAgain: (member) => setOpen({ dialog: "invite", given: againFrom(member) }),
    onChanged: reload,
  });
  const invite = standing.mayInvite && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ dialog: "invite" })}>
      Invite members
    </Button>
  );
  return (
    <>
      <PageHeader
        title={members.title}
        text={`Who works in ${shortenName(standing.teamName)}, and what is open to each.`}
        actions={invite}
      />
      <div className="fh-stack">
        {!standing.mayInvite && <Banner>{messages.membersReadOnly}</Banner>}
        <MemberList standing={standing} actions={actions} emptyAction={invite} />
        <TeamEnd standing={standing} onDisbanded={reload} />
      </div>
      {open?.dialog === "invite" && (
        <InviteDialog
          giver={standing}
          given={open.given}
          onClose={close}
          onInvited={(invited) => {
            reload();
            setOpen({ dialog: "invited", invited });
          }}
        />
      )}
      {open?.dialog === "invited" && <InvitedDialog invited={open.invited} onClose={close} />}
      {open?.dialog === "edit" && (
        <EditDialog
          member={open.member}
          giver={standing}
          onClose={close}
          onSaved={() => {
            reload();
            close();
          }}
        />
      )}
    </>
  );
};

/** Who declined is asked for the same again. Where the list shows a name, the address has to be typed anew. */
const againFrom = ({ type, targetName, access, levels, note }: Member): Invitation => {
  const isAddress = ethereumAddressPattern.test(targetName) || emailPattern.test(targetName);
  return { type, target: isAddress ? targetName : "", access, levels, note };
};
