/** A team's owner, members and pending invitations. Every member sees the list. */
import * as z from "zod/mini";
import { accessCodes } from "../../declare/access.ts";
import { defineResource } from "../../declare/define.ts";
import { choice, data, date, id, optional, status, text } from "../../declare/fields.ts";
import { levels } from "./levels.ts";

export const invitationTypes = ["WALLET", "EMAIL", "LINK"] as const;
const memberStatuses = ["VALID", "PENDING", "REJECT", "DISABLED"] as const;

/** Section codes that the member can access. */
export const access = z.array(z.enum(accessCodes)).check(z.maxLength(accessCodes.length));

export const members = defineResource({
  name: "members",
  title: "Members",
  group: "Account",
  access: "MEMBER",
  everyone: ["list"],
  menu: { section: "Team", icon: "users" },
  routes: { list: "/account/member" },
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
    status: status("Status", memberStatuses, {
      VALID: "Active",
      PENDING: "Invited",
      REJECT: "Declined",
      DISABLED: "Disabled",
    }),
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
    empty: { title: "No members yet", text: "Invite members by wallet, email or link." },
  },
});
