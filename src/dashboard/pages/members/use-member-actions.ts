import { editMember } from "../../../../resources/account/member-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { copyText } from "../../ui/copy-text.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { nameOf } from "./member-cells.tsx";
import type { Member, OwnRights } from "./use-own-rights.ts";

interface MemberActions {
  readonly rights: OwnRights;
  readonly onEdit: (member: Member) => void;
  readonly onInviteAgain: (member: Member) => void;
  readonly onChanged: () => void;
}

type Change = "DISABLE" | "ENABLE" | "REMOVE";

/** Actions on a member or an invitation. */
export const useMemberActions = ({
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
