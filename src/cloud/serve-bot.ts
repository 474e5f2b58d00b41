import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { BotEngine } from "./engines/bot/bot.ts";
import { botWebhookPath } from "./http/bot-webhook.ts";

interface Place {
  readonly config: Pick<Config, "HOST" | "PUBLIC_URL">;
  readonly log: Logger;
  readonly port: number;
}

/** Has the bot's updates sent to this cloud: by the stand-in to its own port, by the messaging app to its public address. */
export const serveBot = async (bot: BotEngine, { config, log, port }: Place): Promise<void> => {
  const origin = bot.embedded ? ownOrigin(config.HOST, port) : config.PUBLIC_URL;
  if (origin === undefined || (!bot.embedded && !origin.startsWith("https:"))) {
    log.warn("BOT_TOKEN needs a PUBLIC_URL with https: without it the messaging app cannot tell the cloud of payments");
    return;
  }
  try {
    await bot.serveAt(new URL(botWebhookPath, origin).href);
  } catch (error) {
    log.error({ err: error }, "The bot's webhook was not set: payments in Stars are not heard of until the next start");
  }
};

const ownOrigin = (host: string, port: number): string => {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
};
