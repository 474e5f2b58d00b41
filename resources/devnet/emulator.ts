/** Emulator of the messaging app: only on a development instance, and only for the caller's own messaging ids. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

const userId = z.int().check(z.gte(1), z.lte(2 ** 52));
/** A fictional user of the messaging app. The first caller to use an id owns it. */
export const messagingUser = z.object({
  id: userId,
  first_name: z.string().check(z.trim(), z.minLength(1, "Enter a name."), z.maxLength(64)),
  username: z.optional(
    z.string().check(z.regex(/^\w{1,32}$/, "Usernames can contain letters, digits and underscores.")),
  ),
});
export type MessagingUser = z.output<typeof messagingUser>;

export const launchMiniApp = defineCall("POST $auth/dev/messaging/launch", {
  log: false,
  summary: "Signs init data as the messaging app does, for one of the caller's messaging ids.",
  can: "person",
  development: true,
  secret: true,
  body: z.object({ user: messagingUser, startParam: z.optional(z.string().check(z.maxLength(512))) }),
  reply: z.object({ initData: z.string(), botName: z.string() }),
});

export const miniInvoice = defineCall("GET $auth/dev/messaging/invoice/{slug}", {
  summary: "Returns an invoice in Stars, as the messaging app shows it.",
  can: "person",
  development: true,
  reply: z.object({ title: z.string(), description: z.string(), stars: z.int() }),
});

export const payMiniInvoice = defineCall("POST $auth/dev/messaging/invoice/{slug}/pay", {
  log: false,
  summary:
    "Pays an invoice with test Stars as one of the caller's messaging ids. The bot is asked first and notified afterwards.",
  can: "person",
  development: true,
  body: z.object({ user: messagingUser }),
  reply: z.object({ status: z.enum(["paid", "failed"]), reason: z.nullable(z.string()) }),
});

export const expireMiniInvoice = defineCall("POST $auth/dev/messaging/invoice/{slug}/expire", {
  log: false,
  summary: "Expires an invoice immediately.",
  can: "person",
  development: true,
  reply: z.null(),
});

export const botChat = defineCall("GET $auth/dev/messaging/chat/{userId}", {
  summary:
    "Returns the chat between the bot and one of the caller's messaging ids, oldest first; empty for any other id.",
  can: "person",
  development: true,
  reply: z.object({
    botName: z.string(),
    items: z.array(
      z.object({
        id: z.int(),
        isBot: z.boolean(),
        text: z.string(),
        at: z.int(),
        /** Buttons below the message that open the mini app. */
        buttons: z.array(z.object({ text: z.string(), url: z.string() })),
      }),
    ),
  }),
});
export type ChatMessage = z.output<typeof botChat.reply>["items"][number];

export const sayToBot = defineCall("POST $auth/dev/messaging/chat", {
  log: false,
  summary: "Sends a message to the bot as one of the caller's messaging ids.",
  can: "person",
  development: true,
  body: z.object({
    user: messagingUser,
    text: z.string().check(z.trim(), z.minLength(1, "Enter a message."), z.maxLength(1000)),
  }),
  reply: z.null(),
});

export const emulatorCalls = [launchMiniApp, miniInvoice, payMiniInvoice, expireMiniInvoice, botChat, sayToBot];
