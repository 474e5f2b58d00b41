import type { BotEngine } from "../../engines/bot/bot.ts";
import { AppError } from "../../app-error.ts";

/**
 * The link of a messaging-app invitation: opens a chat with the bot and passes the code on start. The fake bot can't be opened there, so
 * its link goes to the emulator page. The function throws BOT_UNREACHABLE.
 */
export const createBotLink = (bot: Pick<BotEngine, "api" | "embedded">) => {
  let username: Promise<string> | undefined;

  const nameOf = async (): Promise<string> => (await (await bot.api()).getMe()).username;

  return async (origin: string, code: string): Promise<string> => {
    if (bot.embedded) return `${origin}/dev/emulator?start=${code}`;
    username ??= nameOf();
    try {
      return `https://t.me/${await username}?start=${code}`;
    } catch {
      username = undefined;
      throw new AppError("BOT_UNREACHABLE");
    }
  };
};
