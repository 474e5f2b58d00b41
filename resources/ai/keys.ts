/** AI keys: programs send them to /api/v1 as `Authorization: Bearer`. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { data, form, id, land, text, toggle } from "../declare/fields.ts";
import { aiKeyModelsMax, aiKeyNameMax, aiKeysPerTeam, aiModelIdMax } from "./limits.ts";

/** A spending limit; null without one. */
const limit = (label: string) => {
  const field = land(label, { placeholder: "No limit" });
  return { ...field, schema: z.nullable(field.schema) };
};

const fields = {
  id: id(),
  name: text("Name", { min: 1, max: aiKeyNameMax, hint: "Where you will use it, for example support bot." }),
  isActive: toggle("Active", "While inactive, all requests are refused. Nothing is deleted."),
  /** Limits per day, week from Monday, and calendar month (UTC). */
  dailyLimit: limit("Limit per day"),
  weeklyLimit: limit("Limit per week"),
  limit: limit("Limit per month"),
  used: land("This month"),
  usedThisWeek: land("This week"),
  usedToday: land("Today"),
  /** The smallest remainder of the limits; null without limits. */
  remaining: limit("Remaining"),
  /** The limit that is reached: the key answers 402 until that period ends. */
  reached: data("Reached limit", z.nullable(z.enum(["daily", "weekly", "monthly"]))),
  /** Allowed models; empty allows all. */
  models: data(
    "Models",
    z
      .array(z.string().check(z.minLength(1), z.maxLength(aiModelIdMax)))
      .check(z.maxLength(aiKeyModelsMax, `Models: ${aiKeyModelsMax} maximum.`)),
  ),
};

export const aiKeys = defineResource({
  name: "ai-keys",
  title: "AI RPC",
  noun: "AI key",
  needs: "activation",
  intro: "Models, and keys to call them with any OpenAI client.",
  group: "AI RPC",
  access: "AIRPC",
  menu: { section: "AI", icon: "spark" },
  routes: { list: "/ai-rpc", show: "/ai-rpc/key/{name}/{id}" },
  findBy: "name",
  titles: { show: "{name}" },
  base: "$rpc/rpc/ai/manager/keys",
  replies: {
    create: z.object({ id: z.string(), key: z.string() }),
    show: z.extend(form(fields), { key: z.string(), createdAt: z.int(), totalUsed: fields.used.schema }),
  },
  log: { create: "AI_CREATE_KEY", edit: "AI_EDIT_KEY", delete: "AI_DELETE_KEY" },
  fields,
  list: {
    columns: {
      name: {},
      isActive: { title: "Status", width: "190px" },
      used: { width: "230px" },
      models: { width: "120px", wideOnly: true },
    },
    link: "name",
    items: "",
    whole: true,
    limit: aiKeysPerTeam,
    bulk: ["delete"],
    empty: {
      title: "No keys yet",
      text: "Create a key to call models from your code, with limits on spending and models.",
      command: 'curl {origin}/api/v1/models -H "Authorization: Bearer YOUR_KEY"',
    },
  },
  create: {
    fields: ["name", "dailyLimit", "weeklyLimit", "limit", "models"],
    reveal: "key",
    optional: ["dailyLimit", "weeklyLimit", "limit", "models"],
    lenient: true,
  },
  // Limits omitted from a change are removed.
  edit: {
    fields: ["name", "isActive", "dailyLimit", "weeklyLimit", "limit", "models"],
    optional: ["dailyLimit", "weeklyLimit", "limit", "models"],
    lenient: true,
  },
  actions: {
    reset: {
      label: "Reset key",
      icon: "refresh",
      call: "POST $rpc/rpc/ai/manager/keys/{id}/reset",
      can: "edit",
      question: "Reset key {name}?",
      confirm: "Applications that use {name} stop working until you update the secret. Limits and activity are kept.",
      reveal: "key",
      done: "Key reset",
      danger: true,
      log: "AI_RESET_KEY",
      reply: z.object({ key: z.string() }),
    },
  },
  remove: {
    several: "Applications that use these keys stop working immediately.",
    confirm: "Applications that use this key stop working immediately.",
    type: "name",
  },
  related: [{ resource: "ai-requests", by: "id" }],
});

export type AiKey = Row<typeof aiKeys>;
