/** Who works in a team: its owner, its members and those invited. Everyone in the team sees the list. */
import * as z from "zod/mini";
import { accessCodes } from "../access.ts";
import { defineCall, defineResource } from "../define.ts";
import { choice, data, date, id, optional, status, text } from "../fields.ts";
import { memberNoteMax } from "../limits.ts";
import { levels } from "./levels.ts";

export const invitationTypes = ["WALLET", "EMAIL", "LINK"] as const;
export const memberStatuses = ["VALID", "PENDING", "REJECT", "DISABLED"] as const;

const access = z.array(z.enum(accessCodes)).check(z.maxLength(accessCodes.length));
const note = z.string().check(z.trim(), z.maxLength(memberNoteMax, `Note: ${memberNoteMax} characters at most.`));

export const members = defineResource({
  name: "members",
  title: "Members",
  group: "Account",
  access: "MEMBER",
  everyone: ["list"],
  menu: { section: "Account", icon: "users" },
  routes: { list: "/account/member" },
  calls: { list: "GET $auth/cooperation/invitations" },
  fields: {
    invitationId: id(),
    /** Empty until somebody has accepted. */
    uid: id("Account"),
    /** Address, e-mail or name, as the list shows it. */
    targetName: text("Member"),
    avatar: data("Picture", z.string()),
    type: choice("Invited by", invitationTypes),
    role: choice("Role", ["OWNER", "MEMBER"], { OWNER: "Owner", MEMBER: "Member" }),
    status: status("Status", memberStatuses, {
      VALID: "Active",
      PENDING: "Invited",
      REJECT: "Declined",
      DISABLED: "Disabled",
    }),
    access: data("Access", access),
    levels: data("Levels", levels),
    note: text("Note"),
    /** Of an open invitation by link, for those who may manage members. */
    link: optional(text("Link")),
    createdAt: date("Since"),
  },
  list: {
    columns: ["targetName", "role", "access", "status", "note", "createdAt"],
    search: "targetName",
    filters: ["status"],
    live: "updateTeam",
    empty: { title: "Nobody else yet", text: "Invite somebody by wallet, e-mail or link." },
  },
});

export const inviteMember = defineCall("POST $auth/cooperation/invitations", {
  summary: "Invites a wallet, an e-mail address, or whoever opens a link once, into the team.",
  can: ["create", "members"],
  log: "OAUTH_INVITE_MEMBER",
  perMinute: 60,
  body: z.object({
    invitation: z.object({
      type: z.enum(invitationTypes),
      /** Wallet address or e-mail; empty for a link. */
      target: z._default(z.string().check(z.trim(), z.maxLength(320)), ""),
      access,
      levels: z._default(levels, {}),
      note: z._default(note, ""),
    }),
  }),
  reply: z.object({ invitationId: z.string(), link: z.string() }),
});

export const editMember = defineCall("PUT $auth/cooperation/member", {
  summary: "Changes, disables, enables or removes a member or an invitation; with `disband` all of them leave.",
  can: ["edit", "members"],
  log: "OAUTH_EDIT_MEMBER",
  body: z.object({
    invitationId: z.optional(z.string()),
    status: z.optional(z.enum(["DISABLE", "ENABLE", "REMOVE"])),
    access: z.optional(access),
    levels: z.optional(levels),
    note: z.optional(note),
    disband: z.optional(z.literal(true)),
  }),
  reply: z.null(),
});

export const leaveTeam = defineCall("POST $auth/cooperation/exit", {
  summary: "Leaves the team named by `teamId`, in which the caller is a member.",
  can: "person",
  log: "OAUTH_LEAVE_TEAM",
  body: z.object({ teamId: z.string() }),
  reply: z.null(),
});

export const answerInvitation = defineCall("POST $auth/cooperation/invitations/{id}", {
  summary: "Accepts or declines an invitation that was made to the caller.",
  can: "person",
  log: "OAUTH_ANSWER_INVITATION",
  body: z.object({ accept: z.boolean() }),
  /** `alert`: a sentence to show after joining; empty when there is none. */
  reply: z.object({ team: z.nullable(z.object({ teamId: z.string(), teamName: z.string(), alert: z.string() })) }),
});

export const redeemInvite = defineCall("POST $auth/invitation/redeem", {
  summary: "Takes the code of an invite link for a person who is signed in: a team's becomes an invitation to answer.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ inviteCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  reply: z.object({ invitationId: z.nullable(z.string()) }),
});

export const inviteCode = defineCall("GET $auth/invitation/code", {
  summary: "The caller's own code for <origin>/?inviteCode=<code>.",
  can: "person",
  reply: z.object({ code: z.string() }),
});

export const memberCalls = [inviteMember, editMember, leaveTeam, answerInvitation, redeemInvite, inviteCode];
