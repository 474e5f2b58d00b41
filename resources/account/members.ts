/** Who works in a team: its owner, its members and those invited. Everyone in the team sees the list. */
import * as z from "zod/mini";
import { accessCodes } from "../access.ts";
import { defineResource } from "../define.ts";
import { choice, data, date, id, optional, status, text } from "../fields.ts";
import { levels } from "./levels.ts";

export const invitationTypes = ["WALLET", "EMAIL", "LINK"] as const;
const memberStatuses = ["VALID", "PENDING", "REJECT", "DISABLED"] as const;

/** Codes that are opened to a member. */
export const access = z.array(z.enum(accessCodes)).check(z.maxLength(accessCodes.length));

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
