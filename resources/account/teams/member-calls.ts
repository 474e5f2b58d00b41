/** Calls to invite, change and remove members. The member list is a resource that every screen loads. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { invitationOffer } from "./invitation-offer.ts";
import { levels } from "./levels.ts";
import { access, invitationTypes, memberNote } from "./members.ts";

const note = memberNote.schema;

export const inviteMember = defineCall("POST $auth/cooperation/invitations", {
  summary: "Invites a wallet, an email address, or the first user of a single-use link to the team.",
  can: ["create", "members"],
  log: "OAUTH_INVITE_MEMBER",
  perMinute: 60,
  body: z.object({
    invitation: z.object({
      type: z.enum(invitationTypes),
      /** Wallet address or email; empty for a link. */
      target: z._default(z.string().check(z.trim(), z.maxLength(320)), ""),
      access,
      levels: z._default(levels, {}),
      note: z._default(note, ""),
    }),
  }),
  reply: z.object({ invitationId: z.string(), link: z.string() }),
});

export const editMember = defineCall("PUT $auth/cooperation/member", {
  summary: "Changes, disables, enables or removes a member or an invitation. `disband` removes all members.",
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
  summary: "Leaves the team `teamId`, in which the caller is a member.",
  can: "person",
  log: "OAUTH_LEAVE_TEAM",
  body: z.object({ teamId: z.string() }),
  reply: z.null(),
});

export const answerInvitation = defineCall("POST $auth/cooperation/invitations/{id}", {
  summary: "Accepts or declines an invitation addressed to the caller.",
  can: "person",
  log: "OAUTH_ANSWER_INVITATION",
  body: z.object({ accept: z.boolean() }),
  /** `alert`: text to show after joining; may be empty. */
  reply: z.object({ team: z.nullable(z.object({ teamId: z.string(), teamName: z.string(), alert: z.string() })) }),
});

export const redeemInvite = defineCall("POST $auth/invitation/redeem", {
  summary: "Applies an invite link's code for a signed-in user. A team invite becomes an invitation to answer.",
  can: "person",
  log: false,
  perMinute: 30,
  body: z.object({ inviteCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  reply: z.object({ invitationId: z.nullable(z.string()) }),
});

export const inviteCode = defineCall("GET $auth/invitation/code", {
  summary: "Returns the caller's own code for <origin>/?inviteCode=<code>.",
  can: "person",
  reply: z.object({ code: z.string() }),
});

export const memberCalls = [
  inviteMember,
  editMember,
  leaveTeam,
  answerInvitation,
  redeemInvite,
  inviteCode,
  invitationOffer,
];
