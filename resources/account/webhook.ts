/** A team's webhook: an address that is told of what happens, each message signed. docs/webhooks.md describes them. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
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
  "rollup.running": "A rollup runs",
  "rollup.failed": "A rollup could not be made",
  "rollup.expiring": "A rollup's time is nearly over",
  "rollup.ended": "A rollup has ended",
};

/** What is sent when somebody presses Send a test. */
export const testEvent = "ping";

const deliveryStates = ["waiting", "delivered", "failed"] as const;

const webhook = z.object({ url: z.string(), events: z.array(z.enum(webhookEvents)), active: z.boolean() });
export type Webhook = z.output<typeof webhook>;

const delivery = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** What the address answered at the last attempt; null when nothing came. */
  status: z.nullable(z.int()),
  /** Why the last attempt did not succeed; empty when it did. */
  problem: z.string(),
  durationMs: z.nullable(z.int()),
  createdAt: z.int(),
  /** The JSON text that is sent. */
  body: z.string(),
});
export type Delivery = z.output<typeof delivery>;

const plainAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username + password === "";
};

export const teamWebhook = defineCall("GET $auth/team/webhook", {
  summary: "The team's webhook, and its last twenty deliveries, newest first.",
  can: ["show", "team-settings"],
  reply: z.object({ webhook: z.nullable(webhook), deliveries: z.array(delivery) }),
});

export const editWebhook = defineCall("PUT $auth/team/webhook", {
  summary: "Sets the address and the events. The first time the reply holds the secret that signs them: never again.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  body: z.object({
    url: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Address is required."),
        z.maxLength(webhookUrlMax, `Address: ${webhookUrlMax} characters at most.`),
        z.refine(plainAddress, "Type an address that begins with https:// or http://, without a password in it."),
      ),
    events: z
      .array(z.enum(webhookEvents))
      .check(z.minLength(1, "Choose one event at least."), z.maxLength(webhookEvents.length)),
    active: z.boolean(),
  }),
  reply: z.object({ webhook, secret: z.nullable(z.string()) }),
});

export const deleteWebhook = defineCall("DELETE $auth/team/webhook", {
  summary: "Takes the webhook away, with its secret and its deliveries.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  reply: z.null(),
});

export const renewWebhookSecret = defineCall("POST $auth/team/webhook/secret", {
  summary: "Makes another secret, shown this once. The old one signs nothing any more.",
  can: ["edit", "team-settings"],
  log: "OAUTH_EDIT_WEBHOOK",
  reply: z.object({ secret: z.string() }),
});

export const testWebhook = defineCall("POST $auth/team/webhook/test", {
  summary: `Sends the event ${testEvent}, also while the webhook is turned off.`,
  can: ["edit", "team-settings"],
  log: false,
  perMinute: 20,
  reply: delivery,
});

export const redeliverWebhook = defineCall("POST $auth/team/webhook/deliveries/{id}/redeliver", {
  summary: "Sends the content of a delivery once more, as another delivery.",
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
