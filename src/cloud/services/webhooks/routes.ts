import {
  deleteWebhook,
  editWebhook,
  redeliverWebhook,
  renewWebhookSecret,
  teamWebhook,
  testWebhook,
} from "../../../../resources/account/webhook.ts";
import { route, type Route } from "../route.ts";
import type { Webhooks } from "./service.ts";

/** The calls for a team's webhook. */
export const webhookRoutes = (webhooks: Webhooks): Route[] => [
  route(teamWebhook, ({ db, caller }) => webhooks.show(db, caller.teamId)),
  route(editWebhook, ({ db, caller, body }) => webhooks.set(db, caller.teamId, body)),
  route(deleteWebhook, async ({ db, caller }) => {
    await webhooks.remove(db, caller.teamId);
    return null;
  }),
  route(renewWebhookSecret, async ({ db, caller }) => ({ secret: await webhooks.renewSecret(db, caller.teamId) })),
  route(testWebhook, ({ db, caller }) => webhooks.test(db, caller.teamId)),
  route(redeliverWebhook, ({ db, caller, params }) => webhooks.redeliver(db, caller.teamId, params["id"]!)),
];
