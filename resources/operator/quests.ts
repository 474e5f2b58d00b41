/** Elite quests for operators. */
import { noticeUrl } from "../account/notice-url.ts";
import { defineResource } from "../declare/define.ts";
import { choice, count, date, id, optional, status, text, textarea, toggle } from "../declare/fields.ts";
import { exact } from "../declare/special-fields.ts";
import { rewardFactLabels, rewardFacts } from "../rewards/facts.ts";
import { questCodeMax, questTextMax, questTitleMax, questsMax, rewardLinkMax } from "../rewards/limits.ts";
import { questProofs } from "../rewards/quest-calls.ts";

const questStates = ["online", "ended", "off"] as const;

const address = (label: string, hint: string) =>
  text(label, {
    max: rewardLinkMax,
    pattern: { expression: noticeUrl, message: `${label}: enter a path such as /docs, or an http(s) URL.` },
    hint,
  });
const form = ["title", "desc", "image", "link", "points", "proof", "code", "fact", "goal", "endsAt", "active"] as const;

export const quests = defineResource({
  name: "quests",
  title: "Quests",
  intro: "Quests on the Elite quest page, each with a reward in points. Changes don't affect claimed rewards.",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "spark" },
  routes: { list: "/operator/quests", create: "/operator/quests/new", edit: "/operator/quests/{id}/edit" },
  titles: { create: "Create quest", edit: "Edit quest" },
  base: "$auth/operator/quests",
  log: { create: "REWARDS_CREATE_QUEST", edit: "REWARDS_EDIT_QUEST", delete: "REWARDS_DELETE_QUEST" },
  fields: {
    id: id(),
    title: text("Title", { min: 1, max: questTitleMax }),
    desc: textarea("Description", { min: 1, max: questTextMax }),
    image: optional(
      address("Image", "URL of an image hosted on this server, in a bucket or site. Browsers block external images."),
    ),
    link: optional(address("Link", "A dashboard path or an http(s) URL.")),
    points: exact("Points", "Points for each user, once."),
    proof: choice("Proof", questProofs, {
      TRUST: "None (anyone can claim)",
      CODE: "Code",
      FACT: "Count of activity",
    }),
    code: optional(
      text("Code", {
        max: questCodeMax,
        hint: "Used when the proof is a code. Leave blank to keep the current code.",
      }),
    ),
    fact: optional({
      ...choice("Counted activity", rewardFacts, rewardFactLabels),
      hint: "Used when the proof is a count.",
    }),
    goal: optional(count("Required count", "Used when the proof is a count. Default: 1.")),
    endsAt: optional(date("Until", "Leave blank for no end.")),
    active: toggle("Offered", "When off, the quest is hidden and can't be claimed."),
    claims: exact("Claimed"),
    state: status("State", questStates, { online: "Running", ended: "Ended", off: "Off" }),
    createdAt: date("Created"),
  },
  list: {
    columns: {
      title: { below: "desc" },
      proof: { width: "210px", wideOnly: true },
      points: { width: "90px" },
      state: { width: "110px" },
      endsAt: { width: "150px", wideOnly: true },
      claims: { width: "100px" },
    },
    sort: ["title", "points", "endsAt"],
    search: "title",
    filters: ["state"],
    limit: questsMax,
    bulk: ["delete"],
    empty: { title: "No quests yet", text: "Create a quest to show it under Elite quest." },
  },
  create: form,
  edit: form,
  remove: { confirm: "The quest is removed. Claimed points are not affected." },
});
