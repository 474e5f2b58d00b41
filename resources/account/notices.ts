/** Notices from the server, a team or an operator to a user (spec §3, broadcast notice). */
import * as z from "zod/mini";
import { accessCodes } from "../declare/access.ts";
import { defineCall } from "../declare/define.ts";
import { noticesShownMax } from "../limits.ts";
import { levels } from "./teams/levels.ts";

const noticeTypes = [
  "NORMAL",
  "COOPERATION_INVITATION",
  "REMOVED_BY_TEAM_MANAGER",
  "POPUP",
  "SWITCH_TO_MEMBER",
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Socket event: the user's notices changed, so GET $auth/broadcast must be requested again. */
export const broadcastEvent = "broadcast";

/** Access that a pending invitation would grant. */
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
  /** Root-relative or http(s); empty without a target. The name `feedback` opens the feedback dialog. */
  url: z.string(),
  /** Name of the widget that shows it: "feedback"; empty for all others. */
  name: z.string(),
  label: z.string(),
  /** Id of a pending invitation, for POST $auth/cooperation/invitations/{id}. */
  invitationId: z.nullable(z.string()),
  offer: z.nullable(offer),
  /** The team concerned. */
  teamId: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: z.int(),
});
export type Notice = z.output<typeof notice>;

export const broadcast = defineCall("GET $auth/broadcast", {
  summary: "Lists the caller's notices, newest first.",
  can: "person",
  reply: z.array(notice),
});

export const noticeHistory = defineCall("GET $auth/broadcast/history", {
  summary: "Lists the caller's notices in pages, newest first, including those that have ended.",
  can: "person",
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  }),
  reply: z.object({ items: z.array(notice), total: z.int() }),
});

export const readNotice = defineCall("POST $auth/broadcast/{id}/read", {
  summary: "Marks a notice as read or closes it. It no longer shows in the bar.",
  can: "person",
  log: false,
  reply: z.null(),
});

export const readNotices = defineCall("POST $auth/broadcast/read", {
  summary: "Marks several notices as read. Ids of other users' notices are ignored.",
  can: "person",
  log: false,
  body: z.object({ ids: z.array(z.string()).check(z.maxLength(noticesShownMax)) }),
  reply: z.null(),
});

export const noticeCalls = [broadcast, noticeHistory, readNotice, readNotices];
