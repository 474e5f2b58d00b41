/** Notices from operators to all users: a message in the notice bar, or a dialog shown once. */
import { noticeUrl } from "../account/notice-url.ts";
import { defineResource } from "../declare/define.ts";
import { choice, count, date, id, optional, status, text, textarea } from "../declare/fields.ts";
import { noticeLabelMax, noticeMessageMax, noticeNameMax, noticeUrlMax } from "../limits.ts";

const noticeStates = ["scheduled", "online", "ended"] as const;

export const notices = defineResource({
  name: "notices",
  title: "Notices",
  intro: "Messages to all users. A new notice appears on all open dashboards immediately.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "bell" },
  routes: {
    list: "/operator/notices",
    create: "/operator/notices/new",
    edit: "/operator/notices/{id}/edit",
  },
  titles: { create: "Create notice", edit: "Edit notice" },
  base: "$auth/operator/notices",
  log: { create: "OAUTH_PUBLISH_NOTICE", edit: "OAUTH_EDIT_NOTICE", delete: "OAUTH_DELETE_NOTICE" },
  fields: {
    id: id(),
    type: choice("Kind", ["NORMAL", "POPUP"], { NORMAL: "In the notice bar", POPUP: "As a dialog, once" }),
    message: textarea("Message", { min: 1, max: noticeMessageMax }),
    url: optional(
      text("Link", {
        max: noticeUrlMax,
        pattern: { expression: noticeUrl, message: "Link: enter a path such as /docs, or an http(s) URL." },
        hint: "A dashboard path such as /docs, or an http(s) URL.",
      }),
    ),
    label: optional(text("Link text", { max: noticeLabelMax, hint: "Text of the link or button." })),
    name: optional(
      text("Name", {
        max: noticeNameMax,
        pattern: { expression: /^[a-z0-9-]*$/, message: "Name: use lowercase letters, digits and hyphens." },
        hint: "A name such as feedback makes the link open that dialog.",
      }),
    ),
    startsAt: optional({ ...date("From"), hint: "Leave blank to start immediately." }),
    endsAt: optional({ ...date("Until"), hint: "Leave blank to show until deleted." }),
    state: status("State", noticeStates, { scheduled: "Scheduled", online: "Active", ended: "Ended" }),
    /** Users who have closed it or marked it as read. */
    reads: count("Read by"),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      message: { below: ["label", "name", "url"] },
      type: { width: "150px" },
      state: { width: "120px" },
      startsAt: { width: "160px", wideOnly: true },
      endsAt: { width: "160px", wideOnly: true },
      reads: { width: "90px", wideOnly: true },
    },
    sort: ["startsAt", "endsAt"],
    search: "message",
    filters: ["type", "state"],
    bulk: ["delete"],
    empty: { title: "No notices yet", text: "Publish a notice to all open dashboards." },
  },
  create: ["type", "message", "url", "label", "name", "startsAt", "endsAt"],
  edit: ["type", "message", "url", "label", "name", "startsAt", "endsAt"],
  remove: { confirm: "The notice is removed from all dashboards." },
});
