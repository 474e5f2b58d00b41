import type { Api } from "grammy";
import type { BotEngine } from "./bot.ts";
import { webhookSecretOf } from "./webhook-secret.ts";

const timeoutSeconds = 10;
/** Update types the server handles. */
const updates = ["message", "pre_checkout_query"] as const;

/** Opens a real bot, or a bot of another Bot API at `apiUrl`. The client is loaded on first use. */
export const openRemoteBot = (token: string, apiUrl: string | undefined): BotEngine => {
  let opening: Promise<Api> | undefined;
  const api = (): Promise<Api> =>
    (opening ??= import("grammy").then(
      (grammy) =>
        new grammy.Api(token, {
          timeoutSeconds,
          ...(apiUrl !== undefined && { apiRoot: apiUrl.replace(/\/+$/, "") }),
        }),
    ));
  return {
    embedded: false,
    api,
    token: async () => token,
    webhookSecret: async () => webhookSecretOf(token),
    serveAt: async (url) => {
      await (await api()).setWebhook(url, { secret_token: webhookSecretOf(token), allowed_updates: [...updates] });
    },
    simulator: undefined,
    close: async () => undefined,
  };
};
