import { webhook, webhookDeliveries } from "../../../../resources/account/webhook.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import type { Route } from "../../kernel/calls/route.ts";
import type { Webhooks } from "./service.ts";

/** Routes for a team's webhook. */
export const webhookRoutes = (webhooks: Webhooks): Route[] => [
  ...resourceRoutes(
    webhook,
    {
      show: ({ db, caller }) => webhooks.show(db, caller.teamId),
      edit: ({ db, caller, body, logged }) => {
        logged({ target: hostIn(body.url) });
        return webhooks.set(db, caller.teamId, body);
      },
      delete: async ({ db, caller, logged }) => {
        const url = await webhooks.remove(db, caller.teamId);
        logged(url !== undefined && { target: `${hostIn(url)} (removed)` });
        return null;
      },
    },
    {
      renewSecret: async ({ db, caller, logged }) => {
        const { secret, url } = await webhooks.renewSecret(db, caller.teamId);
        logged({ target: `${hostIn(url)} (another secret)` });
        return { secret };
      },
      test: ({ db, caller }) => webhooks.test(db, caller.teamId),
    },
  ),
  ...resourceRoutes(
    webhookDeliveries,
    {},
    { redeliver: ({ db, caller, params }) => webhooks.redeliver(db, caller.teamId, params.id) },
  ),
];

/** Path and query often contain secrets. */
const hostIn = (url: string): string => new URL(url).host;
