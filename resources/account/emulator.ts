/** What the messaging app does for people, as the emulator plays it: only on a cloud of one machine with the bot's stand-in. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

const userId = z.int().check(z.gte(1), z.lte(2 ** 52));
/** Somebody of the messaging app; made up by whoever tries the mini app out. */
export const messagingUser = z.object({
  id: userId,
  first_name: z.string().check(z.trim(), z.minLength(1, "Name: enter something."), z.maxLength(64)),
  username: z.optional(z.string().check(z.regex(/^\w{1,32}$/, "Username: letters, digits and underscores."))),
});
export type MessagingUser = z.output<typeof messagingUser>;

export const launchMiniApp = defineCall("POST $auth/dev/messaging/launch", {
  log: false,
  summary: "Init data as the messaging app would sign it for that user.",
  can: "person",
  development: true,
  secret: true,
  body: z.object({ user: messagingUser, startParam: z.optional(z.string().check(z.maxLength(512))) }),
  reply: z.object({ initData: z.string(), botName: z.string() }),
});

export const miniInvoice = defineCall("GET $auth/dev/messaging/invoice/{slug}", {
  summary: "An invoice in Stars, as the messaging app shows it.",
  can: "person",
  development: true,
  reply: z.object({ title: z.string(), description: z.string(), stars: z.int() }),
});

export const payMiniInvoice = defineCall("POST $auth/dev/messaging/invoice/{slug}/pay", {
  log: false,
  summary: "Pays an invoice with Stars that are worth nothing: the bot is asked first, and told afterwards.",
  can: "person",
  development: true,
  body: z.object({ user: messagingUser }),
  reply: z.object({ status: z.enum(["paid", "failed"]), reason: z.nullable(z.string()) }),
});

export const expireMiniInvoice = defineCall("POST $auth/dev/messaging/invoice/{slug}/expire", {
  log: false,
  summary: "Lets the hour of an invoice pass at once.",
  can: "person",
  development: true,
  reply: z.null(),
});

export const botChat = defineCall("GET $auth/dev/messaging/chat/{userId}", {
  summary: "What somebody and the bot have said to each other, the oldest first.",
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
        /** Buttons below it that open the mini app. */
        buttons: z.array(z.object({ text: z.string(), url: z.string() })),
      }),
    ),
  }),
});
export type ChatMessage = z.output<typeof botChat.reply>["items"][number];

export const sayToBot = defineCall("POST $auth/dev/messaging/chat", {
  log: false,
  summary: "Writes to the bot in somebody's name.",
  can: "person",
  development: true,
  body: z.object({
    user: messagingUser,
    text: z.string().check(z.trim(), z.minLength(1, "Message: enter something."), z.maxLength(1000)),
  }),
  reply: z.null(),
});

export const emulatorCalls = [launchMiniApp, miniInvoice, payMiniInvoice, expireMiniInvoice, botChat, sayToBot];
