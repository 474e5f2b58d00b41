/** The messaging app: the bot, its messages, and payments in Stars and Toncoin. */
import { deposits } from "../billing/deposits.module.ts";
import { registerTonConnect, type Toncoin } from "../http/protocols/ton-connect.ts";
import { defineModule } from "../kernel/module.ts";
import { emulatorRoutes } from "./messaging/emulator-routes.ts";
import { messagingRoutes } from "./messaging/routes.ts";
import { createBot, createMessaging } from "./messaging/service.ts";
import { registerBotWebhook, serveBot } from "./messaging/webhook.ts";
import { miniPaymentRoutes } from "./mini-payments/routes.ts";
import { createMiniPayments } from "./mini-payments/service.ts";
import { people } from "./people.module.ts";

export const miniApp = defineModule({
  name: "account.mini-app",
  needs: { people, deposits },
  create: ({ engines, config, log, wake, dashboardUrl }, { people: { auth, teams }, deposits }) => {
    const bot = createBot(engines.bot);
    const miniPayments = createMiniPayments({ engines, config, bot, deposits, log, wake });
    const messaging = createMessaging({ engines, auth, bot, log, dashboardUrl });
    const own: Toncoin = engines.ton.embedded ? "own" : "public";
    const toncoin = miniPayments.offers("TON") ? own : undefined;
    return {
      api: { bot, miniPayments, messaging, toncoin },
      routes: [
        ...miniPaymentRoutes({ miniPayments, auth }),
        ...messagingRoutes({ messaging, auth, teams }),
        ...emulatorRoutes({ engine: engines.bot, messaging, miniPayments }),
      ],
      http: ({ app }) => {
        registerBotWebhook(app, bot);
        if (toncoin) registerTonConnect(app, toncoin, config.PUBLIC_URL);
      },
      listening: async (port) => {
        if (miniPayments.offers("STAR")) await serveBot(engines.bot, { config, log, port });
      },
      jobs: [messaging],
      duties: miniPayments.duties,
      close: () => miniPayments.close(),
    };
  },
});
