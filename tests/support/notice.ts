import type { Notice } from "../../resources/account/notices.ts";

/** A notice as the dashboard is told it: unread, and plain but for what is given. */
export const noticeOf = (id: string, rules: Partial<Notice> = {}): Notice => ({
  id,
  type: "NORMAL",
  message: id,
  url: "",
  name: "",
  label: "",
  invitationId: null,
  offer: null,
  teamId: null,
  read: false,
  createdAt: 1,
  ...rules,
});
