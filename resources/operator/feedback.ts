/** Feedback for operators. */
import { feedbackTypeLabels, feedbackTypes } from "../account/feedback-types.ts";
import { defineResource } from "../declare/define.ts";
import { choice, count, date, id, optional, status, text, textarea } from "../declare/fields.ts";
import { feedbackDescriptionMax } from "../limits.ts";

export const feedback = defineResource({
  name: "feedback",
  title: "Feedback",
  intro: "Feedback from users, newest first.",
  noun: "feedback message",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "chat" },
  routes: { list: "/operator/feedback", show: "/operator/feedback/{id}" },
  titles: { show: "Feedback" },
  base: "$auth/operator/feedback",
  log: { delete: "OAUTH_DELETE_FEEDBACK" },
  fields: {
    id: id(),
    description: textarea("Description", { max: feedbackDescriptionMax }),
    feedbackType: choice("Kind", feedbackTypes, feedbackTypeLabels),
    state: status("State", ["open", "answered"], { open: "Open", answered: "Answered" }),
    /** As entered by the user; can differ from the account's. */
    email: text("Email"),
    ethAddress: optional(text("Wallet")),
    username: text("From"),
    images: count("Images"),
    createdAt: date("Sent"),
  },
  list: {
    columns: {
      description: {},
      feedbackType: { width: "110px" },
      state: { width: "120px" },
      email: { width: "220px", wideOnly: true },
      images: { width: "100px", wideOnly: true },
      createdAt: { width: "160px" },
    },
    sort: ["email", "createdAt"],
    search: "description",
    filters: ["feedbackType", "state"],
    link: "description",
    bulk: ["delete"],
    empty: { title: "No feedback yet", text: "Feedback from users appears here." },
  },
  actions: {
    answer: {
      label: "Mark as answered",
      call: "POST $auth/operator/feedback/{id}/answer",
      can: "edit",
      done: "Marked as answered.",
      when: [{ field: "state", in: ["open"] }],
      log: "OAUTH_EDIT_FEEDBACK",
    },
  },
  remove: { confirm: "The feedback and its images are permanently deleted." },
});
