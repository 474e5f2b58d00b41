/** Elite quests: time-limited challenges of operators, with rewards. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { questCodeMax } from "./limits.ts";

export const questProofs = ["TRUST", "CODE", "FACT"] as const;

const quest = z.object({
  id: z.string(),
  title: z.string(),
  desc: z.string(),
  /** URL of an image, or empty. */
  image: z.string(),
  /** Where to do it: a path of the dashboard or an absolute URL; may be empty. */
  link: z.string(),
  rewardStr: z.string(),
  /** 0: open. 1: claimable. 2: claimed. */
  state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Unix seconds; null: no end. */
  endAt: z.nullable(z.int()),
  /** Proof for claiming: nothing, a code, or a counted fact. */
  proof: z.enum(questProofs),
  /** Progress of a counted fact; null otherwise. */
  progress: z.nullable(z.object({ done: z.int(), goal: z.int() })),
});
export type Quest = z.output<typeof quest>;

export const questList = defineCall("GET $auth/elitequest/list", {
  summary: "Lists running quests, quests that ended in the last 30 days, and quests the caller has claimed.",
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
