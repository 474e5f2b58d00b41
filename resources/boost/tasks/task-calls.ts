/** Tasks, daily sign-in, cards and other ways to earn more. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { code, form } from "../../declare/fields.ts";
import { exchangeField, exchangeStatuses } from "./exchanges.ts";
import { boostCardsAtOnce, mysteryMax } from "../limits.ts";
import { activity, nextActions, seconds } from "../shapes.ts";

export type Activity = z.output<typeof activity>;

const tasks = (what: string, path: "tasks" | "tasks_one" | "partner_tasks" | "pre_tasks" | "{name}") =>
  defineCall(`GET $boost/node/activities/${path}`, {
    summary: what,
    can: path === "pre_tasks" ? "anyone" : "node",
    reply: z.array(activity),
  });

export const preTasks = tasks("Lists tasks for visitors without a node.", "pre_tasks");
export const nodeTasks = tasks("Lists the node's tasks.", "tasks");
export const firstTasks = tasks("Lists one-time tasks for new nodes.", "tasks_one");
export const partnerTasks = tasks("Lists partner tasks.", "partner_tasks");
export const namedTasks = tasks("Lists tasks of one type.", "{name}");

const nextStep = z.object({
  next: z.enum(nextActions),
  /** A message to show: the reward, the waiting time, or the next step. */
  message: z.nullable(z.string()),
  link: z.nullable(z.string()),
  activity,
});
export type NextOfTask = z.output<typeof nextStep>;
export const nextOfTask = defineCall("POST $boost/node/activities/{id}/next", {
  summary:
    "Returns the next step of a task (its id, or daily_sign). Claims the reward of a completed task. `payment` sets how to pay for the daily sign-in.",
  can: "node",
  log: false,
  body: z.object({ payment: z.optional(z.enum(["LAND", "FREE"])) }),
  reply: nextStep,
});

export const dailySign = defineCall("GET $boost/node/activities/daily_sign", {
  summary: "Lists the daily sign-in days with their status and rewards.",
  can: "node",
  reply: z.object({
    actId: z.string(),
    /** Consecutive days, including today's once signed. */
    day: z.int(),
    signedToday: z.boolean(),
    /** Signed with LAND; a free sign-in can still be upgraded today. */
    claimedToday: z.boolean(),
    /** Start of the next day (UTC). */
    nextAt: seconds,
    /** Signed days (UTC) of the last five weeks, as Unix seconds of their start, newest first. */
    calendar: z.array(seconds),
    /** Points per hour for 24 hours, free and with that much whole LAND; and how the day was signed. */
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

/** `brings`: points of capacity, explorations, seconds of protection; `land`: price of one in whole LAND. */
const card = z.object({ name: z.enum(["capacity", "explore", "protect"]), land: z.string(), brings: z.number() });
const cardOrder = z.object({
  name: card.shape.name,
  number: z.int().check(z.gte(1), z.lte(boostCardsAtOnce, `Number: enter at most ${boostCardsAtOnce}.`)),
});
export type CardOrder = z.output<typeof cardOrder>;
export const cards = defineCall("GET $boost/node/cards", {
  summary: "Lists the cards on sale for LAND.",
  can: "node",
  reply: z.array(card),
});
export const buyCards = defineCall("POST $boost/node/cards", {
  summary: "Buys cards with LAND from the node's team.",
  can: "node",
  log: false,
  body: cardOrder,
  reply: z.object({ land: z.string() }),
});

/** The answer to a task, by what the task asks for. */
export const answerFields = {
  WORD: code("Secret word", { min: 1, max: mysteryMax, required: "Enter the secret word." }),
  CODE: code("Code", { min: 1, max: 64, required: "Enter the code from the bot." }),
};

export const mystery = defineCall("POST $boost/activity/mystery", {
  summary: "Submits a secret word. The correct one completes a task and grants its reward.",
  can: "node",
  log: false,
  perMinute: 10,
  body: form({ content: answerFields.WORD }),
  reply: z.object({ correct: z.boolean(), message: z.string() }),
});

export const validTgBot = defineCall("POST $boost/node/valid/tg/play/bot", {
  summary: "Submits a code from a partner's bot and grants the task's reward, once.",
  can: "node",
  log: false,
  perMinute: 10,
  body: form({ code: answerFields.CODE }),
  reply: z.object({ valid: z.boolean() }),
});

const profile = form({
  exchange: exchangeField,
  uid: code("User ID", { min: 1, max: 20 }),
  address: code("EVM deposit address", { min: 1, max: 42 }),
});
const namedProfile = z.extend(profile, {
  status: z.enum(exchangeStatuses),
  /** The reason of a refusal. */
  note: z.nullable(z.string()),
});
export const exchangeProfile = defineCall("GET $boost/node/exchange/profile", {
  summary: "Returns the node's exchange account.",
  can: "node",
  reply: z.nullable(namedProfile),
});
export const setExchangeProfile = defineCall("POST $boost/node/exchange/profile", {
  summary:
    "Sets the node's exchange account, unique per node. The reward can be claimed once an operator approves the account.",
  can: "node",
  log: false,
  body: profile,
  reply: namedProfile,
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
