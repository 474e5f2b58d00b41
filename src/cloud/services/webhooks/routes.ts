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

/** Routes for a team's webhook. */
export const webhookRoutes = (webhooks: Webhooks): Route[] => [
  route(teamWebhook, ({ db, caller }) => webhooks.show(db, caller.teamId)),
  route(editWebhook, ({ db, caller, body, logged }) => {
    logged({ target: hostIn(body.url) });
    return webhooks.set(db, caller.teamId, body);
  }),
  route(deleteWebhook, async ({ db, caller, logged }) => {
    const url = await webhooks.remove(db, caller.teamId);
    logged(url !== undefined && { target: `${hostIn(url)} (removed)` });
    return null;
  }),
  route(renewWebhookSecret, async ({ db, caller, logged }) => {
    const { secret, url } = await webhooks.renewSecret(db, caller.teamId);
    logged({ target: `${hostIn(url)} (another secret)` });
    return { secret };
  }),
  route(testWebhook, ({ db, caller }) => webhooks.test(db, caller.teamId)),
  route(redeliverWebhook, ({ db, caller, params }) => webhooks.redeliver(db, caller.teamId, params.id)),
];

/** Path and query often contain secrets. */
const hostIn = (url: string): string => new URL(url).host;
