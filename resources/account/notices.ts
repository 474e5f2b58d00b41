/** Notices: what the cloud, a team or an operator tells a person (spec §3, broadcast notice). */
import * as z from "zod/mini";
import { accessCodes } from "../access.ts";
import { defineCall } from "../define.ts";
import { noticesShownMax } from "../limits.ts";
import { levels } from "./levels.ts";

const noticeTypes = [
  "NORMAL",
  "COOPERATION_INVITATION",
  "REMOVED_BY_TEAM_MANAGER",
  "POPUP",
  "SWITCH_TO_MEMBER",
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Socket event: what a person is told has changed, so that GET $auth/broadcast is asked again. */
export const broadcastEvent = "broadcast";

/** What an invitation that still waits for an answer would open. */
export const offer = z.object({
  teamName: z.string(),
  access: z.array(z.enum(accessCodes)),
  levels,
});
export type Offer = z.output<typeof offer>;

export const notice = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  message: z.string(),
  /** Root-relative or http(s); empty when it leads nowhere. `feedback` as a name opens the feedback dialog. */
  url: z.string(),
  /** Name by which a widget takes it up: "feedback"; empty for all others. */
  name: z.string(),
  label: z.string(),
  /** Of an invitation that still waits: what POST $auth/cooperation/invitations/{id} takes. */
  invitationId: z.nullable(z.string()),
  offer: z.nullable(offer),
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

export const readNotices = defineCall("POST $auth/broadcast/read", {
  summary: "Marks several notices as read; an id that is none of the caller's changes nothing.",
  can: "person",
  log: false,
  body: z.object({ ids: z.array(z.string()).check(z.maxLength(noticesShownMax)) }),
  reply: z.null(),
});

export const noticeCalls = [broadcast, readNotice, readNotices];
