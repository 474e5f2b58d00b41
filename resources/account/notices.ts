/** Notices: what the cloud, a team or an operator tells a person (spec §3, broadcast notice). */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

export const noticeTypes = [
  "NORMAL",
  "COOPERATION_INVITATION",
  "REMOVED_BY_TEAM_MANAGER",
  "POPUP",
  "SWITCH_TO_MEMBER",
] as const;
export type NoticeType = (typeof noticeTypes)[number];

export const notice = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  message: z.string(),
  /** Root-relative or http(s); empty when it leads nowhere. `feedback` as a name opens the feedback dialog. */
  url: z.string(),
  /** Name by which a widget takes it up: "feedback"; empty for all others. */
  name: z.string(),
  label: z.string(),
  /** Of an invitation: what POST $auth/cooperation/invitations/{id} takes. */
  invitationId: z.nullable(z.string()),
  /** Team that it is about. */
  teamId: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: z.int(),
});
export type Notice = z.output<typeof notice>;

export const broadcast = defineCall("GET $auth/broadcast", {
  summary: "The notices for the caller, newest first.",
  can: "person",
  reply: z.array(notice),
});

export const readNotice = defineCall("POST $auth/broadcast/{id}/read", {
  summary: "Marks a notice as read, or closes it: it is not shown in the bar again.",
  can: "person",
  log: false,
  reply: z.null(),
});

export const noticeCalls = [broadcast, readNotice];
