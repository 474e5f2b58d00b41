/** A team's owner, members and pending invitations. Every member sees the list. */
import * as z from "zod/mini";
import { accessCodes } from "../../declare/access.ts";
import { defineResource } from "../../declare/define.ts";
import { choice, data, date, form, id, optional, status, text } from "../../declare/fields.ts";
import { memberNoteMax, membersPerTeam } from "../../limits.ts";
import { levels } from "./levels.ts";

export const invitationTypes = ["WALLET", "EMAIL", "LINK"] as const;
const memberStatuses = ["VALID", "PENDING", "REJECT", "DISABLED"] as const;

/** Section codes that the member can access. */
export const access = z.array(z.enum(accessCodes)).check(z.maxLength(accessCodes.length));

export const memberNote = text("Note", {
  max: memberNoteMax,
  hint: "Visible to everyone in the team.",
});

const change = { can: "edit", log: "OAUTH_EDIT_MEMBER", done: "Member saved" } as const;
const asked = { ...change, back: "Keep" } as const;
const ifStatus = (...states: readonly (typeof memberStatuses)[number][]) => [{ field: "status", in: states }] as const;

export const members = defineResource({
  name: "members",
  title: "Members",
  needs: "activation",
  group: "Account",
  access: "MEMBER",
  everyone: ["list"],
  menu: { section: "Team", icon: "users" },
  routes: { list: "/account/member" },
  findBy: "targetName",
  base: "$auth/cooperation/invitations",
  key: "invitationId",
  fields: {
    invitationId: id(),
    /** Empty until the invitation is accepted. */
    uid: id("Account"),
    /** Address, email or name, as shown in the list. */
    targetName: text("Member"),
    avatar: data("Avatar", z.string()),
    type: choice("Invited by", invitationTypes),
    role: choice("Role", ["OWNER", "MEMBER"], { OWNER: "Owner", MEMBER: "Member" }),
    status: status(
      "Status",
      memberStatuses,
      {
        VALID: "Active",
        PENDING: "Invited",
        REJECT: "Declined",
        DISABLED: "Disabled",
      },
      { PENDING: "queued", REJECT: "warning" },
    ),
    access: data("Access", access),
    levels: data("Levels", levels),
    note: text("Note"),
    /** Link of an open invitation, for member managers only. */
    link: optional(text("Link")),
    createdAt: date("Added"),
  },
  list: {
    columns: {
      targetName: {},
      role: { width: "92px" },
      access: { width: "25%" },
      status: { width: "118px" },
      note: { width: "15%" },
      createdAt: { width: "164px", wideOnly: true },
    },
    search: "targetName",
    filters: ["status"],
    live: "updateTeam",
    /** With the owner and open invitations. */
    limit: membersPerTeam,
    empty: { title: "No members yet", text: "Invite members by wallet, email or link." },
  },
  actions: {
    setAccess: {
      ...change,
      label: "Edit access and note",
      icon: "edit",
      summary: "Changes the access or the note of a member or an invitation.",
      call: "PUT $auth/cooperation/invitations/{invitationId}",
      partial: true,
      body: form({
        access: optional(data("Access", access)),
        levels: optional(data("Levels", levels)),
        note: optional(memberNote),
      }),
      question: "Access for {targetName}",
      when: ifStatus("VALID", "DISABLED", "PENDING"),
    },
    disable: {
      ...asked,
      label: "Disable",
      icon: "stop",
      summary: "Disables a member, who stays in the team without access.",
      call: "POST $auth/cooperation/invitations/{invitationId}/disable",
      question: "Disable {targetName}?",
      confirm: "The member stays in the team but has no access until you enable them again.",
      ok: "Disable member",
      when: ifStatus("VALID"),
    },
    enable: {
      ...change,
      label: "Enable",
      icon: "check",
      summary: "Gives a disabled member access again.",
      call: "POST $auth/cooperation/invitations/{invitationId}/enable",
      when: ifStatus("DISABLED"),
    },
    remove: {
      ...asked,
      label: "Remove",
      icon: "trash",
      danger: true,
      summary: "Removes a member from the team.",
      call: "POST $auth/cooperation/invitations/{invitationId}/remove",
      question: "Remove {targetName}?",
      confirm: "The member loses access immediately and is notified. Their work stays with the team.",
      ok: "Remove member",
      when: ifStatus("VALID", "DISABLED"),
    },
    cancel: {
      ...asked,
      label: "Cancel invitation",
      icon: "trash",
      danger: true,
      summary: "Cancels an open invitation. Its link stops working.",
      call: "POST $auth/cooperation/invitations/{invitationId}/cancel",
      question: "Cancel invitation?",
      confirm: "The invitation can't be accepted any more, and its link stops working.",
      when: ifStatus("PENDING"),
    },
    dismiss: {
      ...change,
      label: "Remove from list",
      icon: "trash",
      danger: true,
      summary: "Removes a declined invitation from the list.",
      call: "POST $auth/cooperation/invitations/{invitationId}/dismiss",
      when: ifStatus("REJECT"),
    },
  },
});
