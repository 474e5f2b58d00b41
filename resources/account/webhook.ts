/** A team's webhook: a URL that receives signed team events. See docs/guides/webhooks.md. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { form, toggle } from "../fields.ts";
import { webhookUrlMax } from "../limits.ts";

export const webhookEvents = [
  "deployment.succeeded",
  "deployment.failed",
  "member.joined",
  "member.removed",
  "allowance.low",
  "balance.low",
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
  "rollup.running": "A rollup is running",
  "rollup.failed": "A rollup could not be created",
  "rollup.expiring": "A rollup expires soon",
  "rollup.ended": "A rollup has ended",
};

/** The event that "Send test" sends. */
export const testEvent = "ping";

const deliveryStates = ["waiting", "delivered", "failed"] as const;

const webhook = z.object({ url: z.string(), events: z.array(z.enum(webhookEvents)), active: z.boolean() });
export type Webhook = z.output<typeof webhook>;

const delivery = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** HTTP status of the last attempt; null without a response. */
  status: z.nullable(z.int()),
  /** Error of the last attempt; empty if it succeeded. */
  problem: z.string(),
  durationMs: z.nullable(z.int()),
  createdAt: z.int(),
  /** The JSON payload. */
  body: z.string(),
});
export type Delivery = z.output<typeof delivery>;

const plainAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username + password === "";
};

export const teamWebhook = defineCall("GET $auth/team/webhook", {
  summary: "Returns the team's webhook and its last twenty deliveries, newest first.",
  can: ["show", "team-settings"],
  reply: z.object({ webhook: z.nullable(webhook), deliveries: z.array(delivery) }),
});

export const editWebhook = defineCall("PUT $auth/team/webhook", {
  summary: "Sets the URL and events. The first reply contains the signing secret, which is shown only once.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  body: form({
    url: {
      label: "URL",
      as: "link",
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
      as: "choices",
      options: webhookEvents,
      labels: webhookEventLabels,
      hints: Object.fromEntries(webhookEvents.map((event) => [event, event])),
      schema: z
        .array(z.enum(webhookEvents))
        .check(z.minLength(1, "Select at least one event."), z.maxLength(webhookEvents.length)),
    },
    active: toggle("Active", "While inactive, events are neither sent nor stored."),
  }),
  reply: z.object({ webhook, secret: z.nullable(z.string()) }),
});

export const deleteWebhook = defineCall("DELETE $auth/team/webhook", {
  summary: "Deletes the webhook with its secret and deliveries.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  reply: z.null(),
});

export const renewWebhookSecret = defineCall("POST $auth/team/webhook/secret", {
  summary: "Creates a new secret, shown only once. The old secret stops working.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  reply: z.object({ secret: z.string() }),
});

export const testWebhook = defineCall("POST $auth/team/webhook/test", {
  summary: `Sends the event ${testEvent}, even while the webhook is turned off.`,
  can: ["edit", "team-settings"],
  log: false,
  perMinute: 20,
  reply: delivery,
});

export const redeliverWebhook = defineCall("POST $auth/team/webhook/deliveries/{id}/redeliver", {
  summary: "Sends the content of a delivery again, as a new delivery.",
  can: ["edit", "team-settings"],
  log: false,
  perMinute: 60,
  reply: delivery,
});

export const webhookCalls = [
  teamWebhook,
  editWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  redeliverWebhook,
];
