/** Rewards pages. They show the user's own account, whichever team is selected. */
import { definePage } from "../declare/define.ts";

export const referral = definePage({
  name: "referral",
  path: "/referral",
  title: "Referral",
  group: "Rewards",
  avatar: { icon: "users" },
  keywords: ["invite", "friends", "link", "points", "rewards"],
});

export const taskHub = definePage({
  name: "task-hub",
  path: "/task-hub",
  title: "Task hub",
  group: "Rewards",
  avatar: { icon: "check" },
  keywords: ["tasks", "points", "daily", "newbie", "progress", "rewards", "activities"],
});

export const quest = definePage({
  name: "quest",
  path: "/quest",
  title: "Elite quest",
  group: "Rewards",
  avatar: { icon: "spark" },
  keywords: ["quests", "points", "rewards"],
});

export const changelogPage = definePage({
  name: "changelog",
  path: "/changelog",
  title: "Changelog",
  group: "Rewards",
  menu: { section: "Help", icon: "history" },
  keywords: ["news", "what is new", "versions", "releases"],
});
