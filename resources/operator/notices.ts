/** What an operator tells everybody: a message in the notice bar, or a dialog shown once. */
import { noticeUrl } from "../account/notice-url.ts";
import { defineResource } from "../define.ts";
import { choice, count, date, id, optional, status, text, textarea } from "../fields.ts";
import { noticeLabelMax, noticeMessageMax, noticeNameMax, noticeUrlMax } from "../limits.ts";

const noticeStates = ["scheduled", "online", "ended"] as const;
export type NoticeState = (typeof noticeStates)[number];

export const notices = defineResource({
  name: "notices",
  title: "Notices",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "bell" },
  routes: {
    list: "/operator/notices",
    create: "/operator/notices/new",
    edit: "/operator/notices/{id}/edit",
  },
  titles: { create: "New notice", edit: "Edit notice" },
  calls: {
    list: "GET $auth/operator/notices",
    show: "GET $auth/operator/notices/{id}",
    create: "POST $auth/operator/notices",
    edit: "PUT $auth/operator/notices/{id}",
    delete: "DELETE $auth/operator/notices/{id}",
  },
  log: { create: "OAUTH_PUBLISH_NOTICE", edit: "OAUTH_EDIT_NOTICE", delete: "OAUTH_DELETE_NOTICE" },
  fields: {
    id: id(),
    type: choice("Kind", ["NORMAL", "POPUP"], { NORMAL: "In the notice bar", POPUP: "As a dialog, once" }),
    message: textarea("Message", { min: 1, max: noticeMessageMax }),
    url: optional(
      text("Link", {
        max: noticeUrlMax,
        pattern: { expression: noticeUrl, message: "Link: a path such as /docs, or an http(s) address." },
        hint: "A path of the dashboard such as /docs, or an http(s) address. Empty for none.",
      }),
    ),
    label: optional(text("Link text", { max: noticeLabelMax, hint: "The words on the link or button." })),
    name: optional(
      text("Name", {
        max: noticeNameMax,
        pattern: { expression: /^[a-z0-9-]*$/, message: "Name: lower-case letters, digits and hyphens only." },
        hint: "A widget that takes the notice up: feedback opens the feedback dialog. Empty for none.",
      }),
    ),
    startsAt: optional({ ...date("From"), hint: "Empty: at once." }),
    endsAt: optional({ ...date("Until"), hint: "Empty: until it is deleted." }),
    state: status("State", noticeStates, { scheduled: "Scheduled", online: "Shown now", ended: "Ended" }),
    /** People who have closed it or marked it as read. */
    reads: count("Read by"),
    createdAt: date("Created"),
  },
  list: {
    columns: ["message", "type", "state", "startsAt", "endsAt", "reads"],
    search: "message",
    filters: ["type", "state"],
    empty: { title: "No notices yet", text: "Publish one: everybody who has the dashboard open sees it at once." },
  },
  create: ["type", "message", "url", "label", "name", "startsAt", "endsAt"],
  edit: ["type", "message", "url", "label", "name", "startsAt", "endsAt"],
  remove: { confirm: "The notice disappears from every dashboard." },
});
