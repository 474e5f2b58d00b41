/** The task hub: tasks that earn rewards points, their next steps and collecting. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/**
 * NOT_READY: a requirement is missing. ON_GOING: to be done. DONE_TO_STAY: the linked page was opened and must stay open a little longer.
 * CLAIM: done, points can be collected. COMPLETED: collected. DENY: not available to trial accounts.
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
  /** Progress: `done` of `goal`. */
  done: z.int(),
  goal: z.int(),
  /** When a daily task resets, in Unix seconds; null for one-time tasks. */
  endAt: z.nullable(z.int()),
});
export type Activity = z.output<typeof activity>;

export const dailyActivities = defineCall("GET $auth/activities/daily", {
  summary: "Lists tasks that earn points once a day (UTC).",
  can: "person",
  reply: z.array(activity),
});
export const newbieActivities = defineCall("GET $auth/activities/newbie", {
  summary: "Lists one-time tasks for new users.",
  can: "person",
  reply: z.array(activity),
});
export const progressActivities = defineCall("GET $auth/activities/progress", {
  summary: "Lists long-term tasks with their progress.",
  can: "person",
  reply: z.array(activity),
});

/**
 * JUMP: `message` is a path of the dashboard. JUMP_OUT: the same, outside its shell. OPEN_NEW_TAB: a URL for another tab. POPUP: a message
 * with the requirement or next action. EMAIL_BIND: the email form. NONE: nothing left to do.
 */
const steps = ["JUMP", "JUMP_OUT", "OPEN_NEW_TAB", "POPUP", "EMAIL_BIND", "NONE"] as const;

const nextStep = z.object({
  next: z.enum(steps),
  message: z.string(),
  /** A toast message; empty for none. */
  tips: z.string(),
  /** Points collected by this call. */
  points: z.int(),
});
export type NextStep = z.output<typeof nextStep>;

export const nextActivity = defineCall("POST $auth/activities/{id}/next", {
  summary: "Returns the next step of a task. Collects the points of a completed task, once.",
  can: "person",
  log: "REWARDS_COLLECT_POINTS",
  perMinute: 120,
  reply: nextStep,
});

export const activityCalls = [dailyActivities, newbieActivities, progressActivities, nextActivity];
