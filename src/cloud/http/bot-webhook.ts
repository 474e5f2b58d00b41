/**
 * POST /bot/webhook: updates of the messaging app's bot, such as payments and commands. Only the messaging app may call
 * it: each update contains the secret registered with the webhook. 200 acknowledges an update; any other status causes
 * a retry.
 */
import type { FastifyInstance } from "fastify";
import type { Update } from "grammy/types";
import * as z from "zod";
import type { Bot } from "../services/bot/service.ts";
import { createRateLimit } from "./rate-limit.ts";

export const botWebhookPath = "/bot/webhook";

const secretHeader = "x-telegram-bot-api-secret-token";
/** Limit per IP address: the messaging app sends all updates from a few. */
const perMinute = 3_000;
const updateForm = z.custom<Update>((body) => z.looseObject({ update_id: z.int() }).safeParse(body).success);

export const registerBotWebhook = (
  app: FastifyInstance,
  { isGenuine, take }: Pick<Bot, "isGenuine" | "take">,
): void => {
  const limit = createRateLimit(app, perMinute);
  app.post(botWebhookPath, async (request, reply) => {
    limit(request.ip);
    const secret = request.headers[secretHeader];
    if (!(await isGenuine(typeof secret === "string" ? secret : undefined))) return reply.code(401).send({ ok: false });
    const update = updateForm.safeParse(request.body);
    if (!update.success) return reply.code(400).send({ ok: false });
    await take(update.data);
    return reply.send({ ok: true });
  });
};
