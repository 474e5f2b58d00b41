import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Database } from "../database/database.ts";
import type { Encryption } from "../database/encryption.ts";
import type { BotEngine } from "./bot.ts";
import { openRemoteBot } from "./remote.ts";
import { openBotSimulator } from "./simulator/open.ts";

export interface BotOptions {
  readonly config: Pick<Config, "BOT_TOKEN" | "BOT_API_URL">;
  readonly database: Pick<Database, "db">;
  readonly encryption: Encryption;
  readonly log: Logger;
}

/** Opens the fake Bot API, unless BOT_TOKEN is set. Throws a one-sentence error if a related setting is missing. */
export const openBot = ({ config, database, encryption, log }: BotOptions): BotEngine => {
  const { BOT_TOKEN: token, BOT_API_URL: apiUrl } = config;
  if (token !== undefined) return openRemoteBot(token, apiUrl);
  if (apiUrl !== undefined) throw new Error("BOT_API_URL requires BOT_TOKEN, the bot's token at that API.");
  return openBotSimulator(database, encryption, log);
};
