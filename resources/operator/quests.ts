/** The Elite Quest as an operator manages it. */
import { noticeUrl } from "../account/notice-url.ts";
import { defineResource } from "../define.ts";
import { choice, count, date, id, optional, status, text, textarea, toggle } from "../fields.ts";
import { rewardFactLabels, rewardFacts } from "../rewards/facts.ts";
import { questCodeMax, questTextMax, questTitleMax, rewardLinkMax } from "../rewards/limits.ts";
import { questProofs } from "../rewards/quest-calls.ts";

const questStates = ["online", "ended", "off"] as const;
export type OperatorQuestState = (typeof questStates)[number];

const address = (label: string, hint: string) =>
  text(label, {
    max: rewardLinkMax,
    pattern: { expression: noticeUrl, message: `${label}: a path such as /docs, or an http(s) address.` },
    hint,
  });
const form = ["title", "desc", "image", "link", "points", "proof", "code", "fact", "goal", "endsAt", "active"] as const;

export const quests = defineResource({
  name: "quests",
  title: "Quests",
  group: "Operator",
  operator: true,
  menu: { section: "Operator", icon: "spark" },
  routes: { list: "/operator/quests", create: "/operator/quests/new", edit: "/operator/quests/{id}/edit" },
  titles: { create: "New quest", edit: "Edit quest" },
  calls: {
    list: "GET $auth/operator/quests",
    show: "GET $auth/operator/quests/{id}",
    create: "POST $auth/operator/quests",
    edit: "PUT $auth/operator/quests/{id}",
    delete: "DELETE $auth/operator/quests/{id}",
  },
  log: { create: "REWARDS_CREATE_QUEST", edit: "REWARDS_EDIT_QUEST", delete: "REWARDS_DELETE_QUEST" },
  fields: {
    id: id(),
    title: text("Title", { min: 1, max: questTitleMax }),
    desc: textarea("Description", { min: 1, max: questTextMax }),
    image: optional(
      address(
        "Picture",
        "A picture that this cloud serves, of a bucket or a site. The browser loads none from elsewhere.",
      ),
    ),
    link: optional(address("Link", "Where it is done: a path of the dashboard, or an http(s) address.")),
    points: count("Points", "What everybody who does it gets, once."),
    proof: choice("Proof", questProofs, {
      TRUST: "None: whoever claims it gets it",
      CODE: "A code that people find",
      FACT: "What the cloud counts itself",
    }),
    code: optional(
      text("Code", {
        max: questCodeMax,
        hint: "For the proof by code. It is never shown again; empty keeps the one there is.",
      }),
    ),
    fact: optional({ ...choice("What is counted", rewardFacts, rewardFactLabels), hint: "For the proof by count." }),
    goal: optional(count("How much of it", "For the proof by count; 1 unless given.")),
    endsAt: optional(date("Until", "Empty: it has no end.")),
    active: toggle("Offered", "Off: nobody sees it, and nobody can claim it."),
    claims: count("Claimed"),
    state: status("State", questStates, { online: "Running", ended: "Ended", off: "Off" }),
    createdAt: date("Created"),
  },
  list: {
    columns: ["title", "proof", "points", "state", "endsAt", "claims"],
    search: "title",
    filters: ["state"],
    empty: { title: "No quests yet", text: "Make one: whoever opens the Elite Quest sees it at once." },
  },
  create: form,
  edit: form,
  remove: { confirm: "Nobody sees the quest any more. Who has claimed it keeps the points." },
});
