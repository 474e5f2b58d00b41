import type { BotEngine } from "../../engines/bot/bot.ts";
import { AppError } from "../../app-error.ts";

/**
 * Where an invitation by the messaging app leads: into a chat with the bot, which is told the code as it is started. The stand-in is no
 * bot that anybody could open, so its link leads to the emulator page of this cloud. The function throws BOT_UNREACHABLE.
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
