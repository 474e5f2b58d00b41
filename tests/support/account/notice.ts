import type { Notice } from "../../../resources/account/notices.ts";

/** Returns a notice as the dashboard receives it: unread, with default values except for those given. */
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
