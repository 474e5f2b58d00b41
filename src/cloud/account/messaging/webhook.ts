/**
 * POST /bot/webhook: updates of the messaging app's bot, such as payments and commands. Only the messaging app may call
 * it: each update contains the secret registered with the webhook. 200 acknowledges an update; any other status causes
 * a retry.
 */
import type { FastifyInstance } from "fastify";
import type { Update } from "grammy/types";
import type { Logger } from "pino";
import * as z from "zod";
import type { Config } from "../../config.ts";
import type { BotEngine } from "../../engines/bot/bot.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";
import type { Bot } from "./service.ts";

export const botWebhookPath = "/bot/webhook";

const secretHeader = "x-telegram-bot-api-secret-token";
/** Limit per IP address: the messaging app sends all updates from a few. */
const perMinute = 3_000;
const updateForm = z.custom<Update>((body) => z.looseObject({ update_id: z.int() }).safeParse(body).success);

export const registerBotWebhook = (
  app: FastifyInstance,
  { isGenuine, take }: Pick<Bot, "isGenuine" | "take">,
): void => {
  const limit = createRateLimit(app, "bot", perMinute);
  app.post(botWebhookPath, async (request, reply) => {
    await limit(request.ip);
    const secret = request.headers[secretHeader];
    if (!(await isGenuine(typeof secret === "string" ? secret : undefined))) return reply.code(401).send({ ok: false });
    const update = updateForm.safeParse(request.body);
    if (!update.success) return reply.code(400).send({ ok: false });
    await take(update.data);
    return reply.send({ ok: true });
  });
};

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
