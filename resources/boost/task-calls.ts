/** Tasks, daily sign, cards and whatever else a node does to earn more. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { boostCardsAtOnce, mysteryMax } from "./limits.ts";
import { activity, nextActions, seconds } from "./shapes.ts";

export type Activity = z.output<typeof activity>;

const tasks = (what: string, path: "tasks" | "tasks_one" | "partner_tasks" | "pre_tasks" | "{name}") =>
  defineCall(`GET $boost/node/activities/${path}`, {
    summary: what,
    can: path === "pre_tasks" ? "anyone" : "node",
    reply: z.array(activity),
  });

export const preTasks = tasks("Tasks as they are shown to people without a node.", "pre_tasks");
export const nodeTasks = tasks("Tasks of the node.", "tasks");
export const firstTasks = tasks("Tasks that are done once, soon after joining.", "tasks_one");
export const partnerTasks = tasks("Tasks of partners.", "partner_tasks");
export const namedTasks = tasks("Tasks of one kind, by its name.", "{name}");

const nextStep = z.object({
  next: z.enum(nextActions),
  /** A sentence to show: what was given, how long to wait, what to do. */
  message: z.nullable(z.string()),
  link: z.nullable(z.string()),
  activity,
});
export type NextOfTask = z.output<typeof nextStep>;
export const nextOfTask = defineCall("POST $boost/node/activities/{id}/next", {
  summary:
    "What comes next for a task (its id, or daily_sign); claims its reward once it is done. `payment` says how the day is signed.",
  can: "node",
  log: false,
  body: z.object({ payment: z.optional(z.enum(["LAND", "FREE"])) }),
  reply: nextStep,
});

export const dailySign = defineCall("GET $boost/node/activities/daily_sign", {
  summary: "The days of signing in: which were taken, which is today's, what each brings.",
  can: "node",
  reply: z.object({
    actId: z.string(),
    /** Of a run without a gap, today's included once it was taken. */
    day: z.int(),
    signedToday: z.boolean(),
    /** Signed with LAND; a free sign can still be raised to one today. */
    claimedToday: z.boolean(),
    /** When the next day (UTC) begins. */
    nextAt: seconds,
    /** Points per hour, for 24 hours, free and with that much whole LAND; which was done, and how. */
    items: z.array(
      z.object({
        day: z.int(),
        freeRate: z.number(),
        rate: z.number(),
        land: z.string(),
        done: z.boolean(),
        payment: z.nullable(z.enum(["LAND", "FREE"])),
      }),
    ),
  }),
});

/** `brings`: points of capacity, explorations, seconds of protection; `land`: whole LAND for one. */
const card = z.object({ name: z.enum(["capacity", "explore", "protect"]), land: z.string(), brings: z.number() });
const cardOrder = z.object({
  name: card.shape.name,
  number: z.int().check(z.gte(1), z.lte(boostCardsAtOnce, `Number: ${boostCardsAtOnce} at most.`)),
});
export type CardOrder = z.output<typeof cardOrder>;
export const cards = defineCall("GET $boost/node/cards", {
  summary: "Cards that can be had for LAND.",
  can: "node",
  reply: z.array(card),
});
export const buyCards = defineCall("POST $boost/node/cards", {
  summary: "Buys a number of cards, paid in LAND of the node's own team.",
  can: "node",
  log: false,
  body: cardOrder,
  reply: z.object({ land: z.string() }),
});

export const mystery = defineCall("POST $boost/activity/mystery", {
  summary: "Tries a secret word; the right one does a task and gives its reward.",
  can: "node",
  log: false,
  perMinute: 10,
  body: z.object({ content: z.string().check(z.trim(), z.minLength(1), z.maxLength(mysteryMax)) }),
  reply: z.object({ correct: z.boolean(), message: z.string() }),
});

export const validTgBot = defineCall("POST $boost/node/valid/tg/play/bot", {
  summary: "Proves by a code of a partner's bot that it was played, and gives the task's reward, once.",
  can: "node",
  log: false,
  perMinute: 10,
  body: z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  reply: z.object({ valid: z.boolean() }),
});

const filled = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label}: enter something.`),
      z.maxLength(max, `${label}: ${max} characters at most.`),
    );
const profile = z.object({
  exchange: filled("Exchange", 40),
  uid: filled("User ID", 64),
  address: filled("Address", 128),
});
export const exchangeProfile = defineCall("GET $boost/node/exchange/profile", {
  summary: "The account of an exchange that the node has named.",
  can: "node",
  reply: z.nullable(profile),
});
export const setExchangeProfile = defineCall("POST $boost/node/exchange/profile", {
  summary: "Names an account of an exchange, to which an airdrop may go. An account stands for one node only.",
  can: "node",
  log: false,
  body: profile,
  reply: profile,
});

export const taskCalls = [
  preTasks,
  nodeTasks,
  firstTasks,
  partnerTasks,
  namedTasks,
  nextOfTask,
  dailySign,
  cards,
  buyCards,
  mystery,
  validTgBot,
  exchangeProfile,
  setExchangeProfile,
];
