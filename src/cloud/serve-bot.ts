import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { BotEngine } from "./engines/bot/bot.ts";
import { botWebhookPath } from "./http/bot-webhook.ts";

interface Place {
  readonly config: Pick<Config, "HOST" | "PUBLIC_URL">;
  readonly log: Logger;
  readonly port: number;
}

/** Registers the bot's webhook: the simulator sends updates to the local port, the messaging app to the public URL. */
export const serveBot = async (bot: BotEngine, { config, log, port }: Place): Promise<void> => {
  const origin = bot.embedded ? ownOrigin(config.HOST, port) : config.PUBLIC_URL;
  if (origin === undefined || (!bot.embedded && !origin.startsWith("https:"))) {
    log.warn("BOT_TOKEN requires an https:// PUBLIC_URL; without it, the messaging app can't report payments");
    return;
  }
  try {
    await bot.serveAt(new URL(botWebhookPath, origin).href);
  } catch (error) {
    log.error(
      { err: error },
      "Setting the bot's webhook failed; payments in Stars are not received until the next start",
    );
  }
};

const ownOrigin = (host: string, port: number): string => {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
};
