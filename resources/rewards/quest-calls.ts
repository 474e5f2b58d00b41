/** The Elite Quest: what operators ask of people for a while, and its reward. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { questCodeMax } from "./limits.ts";

export const questProofs = ["TRUST", "CODE", "FACT"] as const;
export type QuestProof = (typeof questProofs)[number];

const quest = z.object({
  id: z.string(),
  title: z.string(),
  desc: z.string(),
  /** Address of a picture, or empty. */
  image: z.string(),
  /** Where it is done: a path of the dashboard or an absolute address; empty for nowhere in particular. */
  link: z.string(),
  rewardStr: z.string(),
  /** 0: to be done. 1: its reward can be claimed. 2: claimed. */
  state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Unix seconds; null: it has no end. */
  endAt: z.nullable(z.int()),
  /** What claiming takes: a word, a code, or what the cloud counts itself. */
  proof: z.enum(questProofs),
  /** Of what the cloud counts; null for the others. */
  progress: z.nullable(z.object({ done: z.int(), goal: z.int() })),
});
export type Quest = z.output<typeof quest>;

export const questList = defineCall("GET $auth/elitequest/list", {
  summary: "Quests that run, those that ended in the last 30 days, and those that the caller has claimed.",
  can: "person",
  reply: z.array(quest),
});

export const claimQuest = defineCall("POST $auth/elitequest/claim/{id}", {
  summary: "Claims a quest's reward, once.",
  can: "person",
  log: "REWARDS_CLAIM_QUEST",
  perMinute: 30,
  body: z.object({ code: z.optional(z.string().check(z.trim(), z.maxLength(questCodeMax))) }),
  reply: z.object({ points: z.int() }),
});

export const questCalls = [questList, claimQuest];
