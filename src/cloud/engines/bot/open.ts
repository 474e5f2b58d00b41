import type { Api } from "grammy";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Encryption } from "../database/encryption.ts";
import type { Owners } from "../../kernel/owners.ts";
import type { BotEngine } from "./bot.ts";
import { webhookSecretOf } from "./webhook-secret.ts";

export interface BotOptions {
  readonly config: Pick<Config, "BOT_TOKEN" | "BOT_API_URL">;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly owners: Owners;
  readonly log: Logger;
}

/** Opens the fake Bot API, unless BOT_TOKEN is set. Throws a one-sentence error if a related setting is missing. */
export const openBot = async ({ config, database, encryption, owners, log }: BotOptions): Promise<BotEngine> => {
  const { BOT_TOKEN: token, BOT_API_URL: apiUrl } = config;
  if (token !== undefined) return openRemoteBot(token, apiUrl);
  if (apiUrl !== undefined) throw new Error("BOT_API_URL requires BOT_TOKEN, the bot's token at that API.");
  const { openBotSimulator } = await import("../../devnet/bot/open.ts");
  return openBotSimulator(database, encryption, log, undefined, owners);
};

const timeoutSeconds = 10;
/** Update types the server handles. */
const updates = ["message", "pre_checkout_query"] as const;

/** Opens a real bot, or a bot of another Bot API at `apiUrl`. The client is loaded on first use. */
const openRemoteBot = (token: string, apiUrl: string | undefined): BotEngine => {
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
