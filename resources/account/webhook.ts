/** A team's webhook: a URL that receives signed team events. See docs/guides/webhooks.md. */
import * as z from "zod/mini";
import { defineResource, type Row } from "../declare/define.ts";
import { count, data, date, form, id, status, text, toggle } from "../declare/fields.ts";
import { webhookDeliveriesShown, webhookUrlMax } from "../limits.ts";

export const webhookEvents = [
  "deployment.succeeded",
  "deployment.failed",
  "member.joined",
  "member.removed",
  "allowance.low",
  "balance.low",
  "budget.reached",
  "alert.fired",
  "rollup.running",
  "rollup.failed",
  "rollup.expiring",
  "rollup.ended",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventLabels: Readonly<Record<WebhookEvent, string>> = {
  "deployment.succeeded": "A deployment succeeded",
  "deployment.failed": "A deployment failed",
  "member.joined": "A member joined",
  "member.removed": "A member left or was removed",
  "allowance.low": "An allowance runs low",
  "balance.low": "The balance runs low",
  "budget.reached": "A share of the monthly budget was spent",
  "alert.fired": "An RPC or storage alert fired",
  "rollup.running": "A rollup is running",
  "rollup.failed": "A rollup could not be created",
  "rollup.expiring": "A rollup expires soon",
  "rollup.ended": "A rollup has ended",
};

/** The event that "Send test" sends. */
export const testEvent = "ping";

const plainAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username + password === "";
};

const fields = {
  url: {
    label: "URL",
    as: "link" as const,
    hint: "Receives POST requests with JSON. Must be publicly reachable.",
    placeholder: "https://example.com/freehold",
    schema: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Enter a URL."),
        z.maxLength(webhookUrlMax, `URLs can have at most ${webhookUrlMax} characters.`),
        z.refine(plainAddress, "Enter a URL that starts with https:// or http:// and contains no password."),
      ),
  },
  events: {
    label: "Events",
    as: "choices" as const,
    options: webhookEvents,
    labels: webhookEventLabels,
    hints: Object.fromEntries(webhookEvents.map((event) => [event, event])),
    schema: z
      .array(z.enum(webhookEvents))
      .check(z.minLength(1, "Select at least one event."), z.maxLength(webhookEvents.length)),
  },
  active: toggle("Active", "While inactive, events are neither sent nor stored."),
};
const webhookForm = form(fields);

const deliveryFields = {
  id: id(),
  event: text("Event"),
  state: status("Status", ["waiting", "delivered", "failed"]),
  attempts: count("Attempts"),
  /** HTTP status of the last attempt; null without a response. */
  status: data("Response", z.nullable(z.int())),
  /** Error of the last attempt; empty if it succeeded. */
  problem: data("Error", z.string()),
  durationMs: data("Duration", z.nullable(z.int())),
  createdAt: date("Time"),
  /** The JSON payload. */
  body: data("Message", z.string()),
};

export const webhook = defineResource({
  name: "webhook",
  title: "Webhook",
  intro: "Receives team events at a URL you choose.",
  group: "Account",
  permission: "team-settings",
  routes: {},
  calls: {
    show: "GET $auth/team/webhook",
    edit: "PUT $auth/team/webhook",
    delete: "DELETE $auth/team/webhook",
  },
  log: { edit: "OAUTH_EDIT_WEBHOOK", delete: "OAUTH_EDIT_WEBHOOK" },
  replies: {
    /** The last twenty deliveries, newest first. */
    show: z.object({ webhook: z.nullable(webhookForm), deliveries: z.array(form(deliveryFields)) }),
    /** The secret is only in the first reply. */
    edit: z.object({ webhook: webhookForm, secret: z.nullable(z.string()) }),
  },
  fields,
  edit: { fields: ["url", "events", "active"], reveal: "secret", lenient: true },
  actions: {
    renewSecret: {
      label: "Create new secret",
      call: "POST $auth/team/webhook/secret",
      can: "edit",
      question: "Create a new secret?",
      confirm: "New deliveries are signed with the new secret. Update your endpoint, or it will reject them.",
      done: "Secret created",
      danger: true,
      reveal: "secret",
      log: "OAUTH_EDIT_WEBHOOK",
      reply: z.object({ secret: z.string() }),
    },
    test: {
      label: "Send test",
      call: "POST $auth/team/webhook/test",
      can: "edit",
      done: "Test event queued",
      log: false,
      perMinute: 20,
      reply: form(deliveryFields),
    },
  },
  remove: { confirm: "Events stop immediately. The secret and the delivery list are deleted." },
});
export type Webhook = Row<typeof webhook>;

/** Its deliveries, which come with it. */
export const webhookDeliveries = defineResource({
  name: "webhook-deliveries",
  title: "Deliveries",
  noun: "delivery",
  intro: `The last ${webhookDeliveriesShown} deliveries. Failed deliveries are retried for about half an hour.`,
  parent: "webhook",
  permission: "team-settings",
  routes: {},
  calls: {},
  fields: deliveryFields,
  list: {
    columns: {
      event: {},
      state: { width: "150px" },
      status: { width: "34%" },
      createdAt: { width: "176px", wideOnly: true },
    },
    whole: true,
    bulk: ["redeliver"],
    empty: { title: "No deliveries yet", text: "Send a test event to check your endpoint.", icon: "link" },
  },
  actions: {
    redeliver: {
      label: "Resend",
      icon: "refresh",
      call: "POST $auth/team/webhook/deliveries/{id}/redeliver",
      can: "edit",
      done: "Delivery queued",
      log: false,
      perMinute: 60,
      reply: form(deliveryFields),
    },
  },
});
export type Delivery = Row<typeof webhookDeliveries>;
