/** The task hub for operators: they edit, price and switch the built-in tasks, and add link tasks. */
import { noticeUrl } from "../account/notice-url.ts";
import { defineResource } from "../declare/define.ts";
import { choice, id, text, toggle } from "../declare/fields.ts";
import { exact } from "../declare/special-fields.ts";
import { linkTasksMax, rewardLinkMax, taskTextMax, taskTitleMax } from "../rewards/limits.ts";

export const rewardTasks = defineResource({
  name: "reward-tasks",
  title: "Reward tasks",
  intro: "Tasks on the Task hub page. Edit or disable built-in tasks, or add links as tasks.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "check" },
  routes: {
    list: "/operator/reward-tasks",
    create: "/operator/reward-tasks/new",
    edit: "/operator/reward-tasks/{id}/edit",
  },
  titles: { create: "Create task", edit: "Edit task" },
  base: "$auth/operator/reward-tasks",
  log: { create: "REWARDS_CREATE_TASK", edit: "REWARDS_EDIT_TASK", delete: "REWARDS_DELETE_TASK" },
  fields: {
    id: id(),
    title: text("Title", { min: 1, max: taskTitleMax }),
    desc: text("Description", { min: 1, max: taskTextMax }),
    tab: choice("When", ["daily", "newbie"], { daily: "Once a day", newbie: "Once" }),
    place: choice("Place", ["daily", "newbie", "progress"], {
      daily: "Daily",
      newbie: "Newbie",
      progress: "Progress",
    }),
    link: text("Link", {
      min: 1,
      max: rewardLinkMax,
      pattern: { expression: noticeUrl, message: "Link: enter a path such as /docs, or an http(s) URL." },
      hint: "A dashboard path or an http(s) URL.",
    }),
    points: exact("Points"),
    active: toggle("Offered", "When off, the task is hidden and its points can't be collected."),
    kind: choice("Kind", ["built-in", "link"], { "built-in": "Verified automatically", link: "A link" }),
    claims: exact("Collected"),
  },
  list: {
    columns: {
      title: { below: "desc" },
      kind: { width: "210px", wideOnly: true },
      place: { width: "110px" },
      points: { width: "90px" },
      active: { width: "110px" },
      claims: { width: "110px", wideOnly: true },
    },
    search: "title",
    filters: ["kind", "place"],
    limit: linkTasksMax,
    limitPer: "kind",
    bulk: ["delete"],
    empty: { title: "No matching tasks", text: "Clear the filters to see all tasks." },
  },
  create: ["title", "desc", "tab", "link", "points", "active"],
  edit: ["title", "desc", "points", "active"],
  remove: {
    confirm: "The task is removed. Collected points are not affected.",
    when: [{ field: "kind", in: ["link"] }],
  },
});
