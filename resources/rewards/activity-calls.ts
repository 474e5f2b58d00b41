/** The task hub: what one can do for rewards points, and the next step of each task, up to collecting. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/**
 * NOT_READY: something else comes first. ON_GOING: to be done. DONE_TO_STAY: a linked page was opened, and is to be looked at a little
 * longer. CLAIM: done, its points wait. COMPLETED: collected. DENY: not for an account on trial.
 */
export const activityStatuses = ["NOT_READY", "ON_GOING", "DONE_TO_STAY", "CLAIM", "COMPLETED", "DENY"] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

const activity = z.object({
  id: z.string(),
  title: z.string(),
  desc: z.string(),
  icon: z.string(),
  points: z.int(),
  status: z.enum(activityStatuses),
  /** How far it has come: `done` of `goal`. */
  done: z.int(),
  goal: z.int(),
  /** When a daily one begins anew, in Unix seconds; null for those that are done once. */
  endAt: z.nullable(z.int()),
});
export type Activity = z.output<typeof activity>;

export const dailyActivities = defineCall("GET $auth/activities/daily", {
  summary: "Tasks that bring points once a day. Days are UTC.",
  can: "person",
  reply: z.array(activity),
});
export const newbieActivities = defineCall("GET $auth/activities/newbie", {
  summary: "Tasks for who is new here, each once.",
  can: "person",
  reply: z.array(activity),
});
export const progressActivities = defineCall("GET $auth/activities/progress", {
  summary: "Tasks that take a while, each once, with how far they have come.",
  can: "person",
  reply: z.array(activity),
});

/**
 * JUMP: `message` is a path of the dashboard. JUMP_OUT: the same, outside its shell. OPEN_NEW_TAB: an address for another tab. POPUP: a
 * text that says what comes first, or how to go on. EMAIL_BIND: the e-mail form. NONE: nothing is left to do.
 */
const steps = ["JUMP", "JUMP_OUT", "OPEN_NEW_TAB", "POPUP", "EMAIL_BIND", "NONE"] as const;

const nextStep = z.object({
  next: z.enum(steps),
  message: z.string(),
  /** A sentence that is shown in passing; empty for none. */
  tips: z.string(),
  /** What was collected by this call. */
  points: z.int(),
});
export type NextStep = z.output<typeof nextStep>;

export const nextActivity = defineCall("POST $auth/activities/{id}/next", {
  summary: "The next step of a task; of one that is done, collecting its points, once.",
  can: "person",
  log: "REWARDS_COLLECT_POINTS",
  perMinute: 120,
  reply: nextStep,
});

export const activityCalls = [dailyActivities, newbieActivities, progressActivities, nextActivity];
