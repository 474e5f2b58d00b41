/** What teams are told of: email addresses, alerts and webhooks. */
import { allowanceUsed } from "../billing/events.ts";
import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { createAlerts } from "./alerts/service.ts";
import { emailRoutes } from "./email/routes.ts";
import { createEmails } from "./email/service.ts";
import { emailConfirmed, memberChanged } from "./events.ts";
import { contact } from "./contact.module.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { createWebhooks, sealedWebhookSecrets } from "./webhooks/service.ts";

export const notify = defineModule({
  name: "account.notify",
  needs: { meter, contact },
  create: ({ engines, config, log, events, dashboardUrl }, { meter, contact }) => {
    const { database, realtime } = engines;
    const emails = createEmails({
      mail: contact.mail,
      dashboardUrl,
      confirmed: (trx, confirmation) => events.publish(trx, emailConfirmed, confirmation),
    });
    const webhooks = createWebhooks(engines, { config });
    const alerts = createAlerts({ database, webhooks, ...contact, ...meter, log, dashboardUrl });
    events.on(memberChanged, alerts.memberChanged);
    events.hear(allowanceUsed, ({ teamId }) => alerts.allowanceUsed(teamId));
    return {
      api: { alerts, webhooks },
      routes: [...emailRoutes(emails, realtime), ...alertRoutes(alerts), ...webhookRoutes(webhooks)],
      jobs: [webhooks],
      duties: alerts.duties,
      sealed: [sealedWebhookSecrets],
    };
  },
});
