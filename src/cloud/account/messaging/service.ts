/** The messaging app: its bot, sign-in, users and messages. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import { sql } from "kysely";
import type { Logger } from "pino";
import { type Campaigns, readStart, type Start } from "../../../../resources/boost/nodes/start-param.ts";
import { usernameMax } from "../../../../resources/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Database, Db, Trx } from "../../engines/database/database.ts";
import type { BotEngine } from "../../engines/bot/bot.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Auth } from "../auth/service.ts";
import { type BotMessages, createBotMessages, type MessageContent } from "./bot-messages.ts";
import { type InitData, type InitUser, readInitData } from "./init-data.ts";

/** Messages of the bot. */
const welcome =
  "Welcome to Boost. Your node earns points every hour, even while you're away. Collect them before it is full, and invite friends to earn more.";
const help =
  "Open the mini app to see your node. It earns points until it is full. Collect them in time, or other nodes can take some.\n\n" +
  "/start – open Boost and turn messages on\n/stop – turn messages off\n/help – show this help";
const stopped = "Messages are off. Your node keeps earning. Send /start to turn them on again.";
const openButton = "Open Boost";

export { writeInitData } from "./init-data.ts";

export type Messaging = ReturnType<typeof createMessaging>;

interface Deps {
  readonly engines: Pick<Engines, "bot" | "database" | "jobs">;
  readonly auth: Pick<Auth, "addUser">;
  readonly bot: Pick<Bot, "onCommand">;
  readonly log: Logger;
  /** URL of the dashboard, without a trailing slash. */
  dashboardUrl(): string;
}

export const createMessaging = ({ engines, auth, bot, log, dashboardUrl }: Deps) => {
  const { database } = engines;
  const messages = createBotMessages({ engines, log });
  const appUrl = (startParam: string): string =>
    `${dashboardUrl()}/boost${startParam && `?tgWebAppStartParam=${encodeURIComponent(startParam)}`}`;
  let asking: Promise<string> | undefined;
  const botName = (): Promise<string> => {
    const username = (asking ??= engines.bot.api().then(async (api) => (await api.getMe()).username));
    // A failed lookup is retried on the next call.
    username.catch(() => (asking = undefined));
    return username;
  };
  answerCommands({ database, bot, messages, appUrl });

  return {
    /**
     * Consumes init data and returns its user, created at the first sign-in. Throws MESSAGING_UNSIGNED, MESSAGING_EXPIRED and MESSAGING_USED.
     */
    signIn: async (trx: Trx, raw: string): Promise<{ personId: string; isNew: boolean; start: Start }> => {
      const data = readInitData(raw, await engines.bot.token(), Math.floor(Date.now() / 1000));
      await useOnce(trx, data);
      const { user, startParam } = data;
      const account = await userOfMessaging(auth, trx, user);
      await trx
        .insertInto("messaging_chat")
        .values({ user_id: BigInt(user.id), stopped_at: null, blocked_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { ...account, start: readStart(startParam) };
    },
    /** The user's id in the messaging app; undefined for users who don't come from there. */
    idOf: messagingIdOf,
    /**
     * Sends a bot message once the transaction commits: once per key, with a button that opens the mini app. Skips users who don't come from
     * the messaging app, sent /stop or blocked the bot.
     */
    sendMessage: async (
      trx: Trx,
      personId: string,
      { key, text }: Pick<MessageContent, "text"> & { readonly key: string },
    ): Promise<void> => {
      const chat = await trx
        .selectFrom("person_messaging")
        .innerJoin("messaging_chat", "messaging_chat.user_id", "person_messaging.user_id")
        .select("messaging_chat.user_id as userId")
        .where("person_messaging.person_id", "=", personId)
        .where("stopped_at", "is", null)
        .where("blocked_at", "is", null)
        .executeTakeFirst();
      if (!chat) return;
      const button = { text: openButton, url: appUrl("") };
      await messages.write(trx, { key, userId: Number(chat.userId), text, button });
    },
    /** Stores the advertising partner's campaigns through which a user came; the first ones are kept. */
    saveStart: async (trx: Trx, personId: string, partner: Campaigns): Promise<void> => {
      await trx
        .insertInto("messaging_start")
        .values({ person_id: personId, partner: JSON.stringify(partner) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    startOf: async (db: Db, personId: string): Promise<Campaigns | undefined> => {
      const row = await db
        .selectFrom("messaging_start")
        .select("partner")
        .where("person_id", "=", personId)
        .executeTakeFirst();
      return row?.partner;
    },
    botName,
    define: messages.define,
    work: messages.work,
  };
};

/** Throws MESSAGING_USED if the init data was already used in any process. */
const useOnce = async (trx: Trx, { signature, expiresAt }: InitData): Promise<void> => {
  await trx.deleteFrom("messaging_used").where("expires_at", "<", new Date()).execute();
  const used = await trx
    .insertInto("messaging_used")
    .values({ hash: createHash("sha256").update(signature).digest(), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  if (!used) throw new AppError("MESSAGING_USED");
};

/** Returns the user of a messaging-app account, created at the first sign-in with a team and a trial but no wallet. */
const userOfMessaging = async (
  auth: Pick<Auth, "addUser">,
  trx: Trx,
  user: InitUser,
): Promise<{ readonly personId: string; readonly isNew: boolean }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging ${user.id}`}, 0))`.execute(trx);
  const existing = await trx
    .selectFrom("person_messaging")
    .select("person_id")
    .where("user_id", "=", BigInt(user.id))
    .executeTakeFirst();
  if (existing) return { personId: existing.person_id, isNew: false };
  const personId = await auth.addUser(trx, nameOf(user));
  await trx
    .insertInto("person_messaging")
    .values({ user_id: BigInt(user.id), person_id: personId })
    .execute();
  return { personId, isNew: true };
};

/** Moves a messaging account and its campaign to another user. */
export const moveMessaging = async (trx: Trx, fromId: string, toId: string): Promise<void> => {
  await trx.updateTable("person_messaging").set({ person_id: toId }).where("person_id", "=", fromId).execute();
  const start = await trx.selectFrom("messaging_start").select("person_id").where("person_id", "=", toId).execute();
  if (start.length === 0)
    await trx.updateTable("messaging_start").set({ person_id: toId }).where("person_id", "=", fromId).execute();
};

/** The user's id in the messaging app; undefined for users who don't come from there. */
export const messagingIdOf = async (db: Db, personId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom("person_messaging")
    .select("user_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row && Number(row.user_id);
};

const nameOf = ({ id, username, first_name: first, last_name: last }: InitUser): string => {
  const name = username || `${first} ${last}`;
  // Three dots mark a shortened address.
  const plain = name.replaceAll(/[\p{C}…]/gu, "").trim();
  return Array.from(plain).slice(0, usernameMax).join("") || `User ${id}`;
};

interface CommandDeps {
  readonly database: Pick<Database, "db">;
  readonly bot: Pick<Bot, "onCommand">;
  readonly messages: Pick<BotMessages, "write">;
  /** URL of the mini app, with its start parameter. */
  appUrl(startParam: string): string;
}

/** Bot commands: /start, /stop and /help. A repeated delivery of a command is answered once. */
const answerCommands = ({ database, bot, messages, appUrl }: CommandDeps): void => {
  const open = (startParam: string) => ({ text: openButton, url: appUrl(startParam) });
  const answer = (name: string, react: (trx: Trx, userId: number, argument: string) => Promise<MessageContent>): void =>
    bot.onCommand(name, async ({ argument, message }) => {
      const userId = message.chat.id;
      await database.db.transaction().execute(async (trx) => {
        const content = await react(trx, userId, argument);
        await messages.write(trx, { key: `${name}:${userId}:${message.message_id}`, userId, ...content });
      });
    });
  answer("start", async (trx, userId, argument) => {
    await allowMessages(trx, userId);
    return { text: welcome, button: open(argument) };
  });
  answer("stop", async (trx, userId) => {
    await trx
      .updateTable("messaging_chat")
      .set({ stopped_at: new Date() })
      .where("user_id", "=", BigInt(userId))
      .execute();
    return { text: stopped };
  });
  answer("help", async () => ({ text: help, button: open("") }));
};

/** Allows the bot to message the user from now on. */
const allowMessages = async (trx: Trx, userId: number): Promise<void> => {
  const free = { stopped_at: null, blocked_at: null };
  await trx
    .insertInto("messaging_chat")
    .values({ user_id: BigInt(userId), ...free })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(free))
    .execute();
};

type Kind = Exclude<keyof Update, "update_id">;
type Listener<K extends Kind> = (what: NonNullable<Update[K]>) => Promise<void>;

/** A command in a private chat: "/start abc" has the name "start" and the argument text "abc". */
export interface Command {
  readonly argument: string;
  readonly message: NonNullable<Update["message"]>;
}

/** Dispatches bot updates to listeners. An update may arrive twice: listeners must be idempotent. */
export interface Bot {
  /** Called for each update of a kind. If it throws, the messaging app resends the update. */
  on<K extends Kind>(kind: K, listener: Listener<K>): void;
  /** Called for a command; the name has no slash. */
  onCommand(name: string, listener: (command: Command) => Promise<void>): void;
  /** Verifies by the secret header that an update comes from the messaging app. */
  isGenuine(secret: string | undefined): Promise<boolean>;
  /** Calls the listeners. Throws what any of them throws. */
  take(update: Update): Promise<void>;
}

export const createBot = (engine: Pick<BotEngine, "webhookSecret">): Bot => {
  const listeners = new Map<Kind, ((what: never) => Promise<void>)[]>();
  const commands = new Map<string, (command: Command) => Promise<void>>();

  const tellCommand = async (message: Update["message"]): Promise<void> => {
    const [, name, argument = ""] = /^\/(\w+)(?:@\w+)?(?:\s+(.*))?$/s.exec(message?.text ?? "") ?? [];
    const listener = name === undefined ? undefined : commands.get(name);
    if (message?.chat.type === "private" && listener) await listener({ argument, message });
  };

  return {
    on: (kind, listener) => void listeners.set(kind, [...(listeners.get(kind) ?? []), listener]),
    onCommand: (name, listener) => void commands.set(name, listener),
    isGenuine: async (secret) => secret !== undefined && isSame(secret, await engine.webhookSecret()),
    take: async (update) => {
      for (const [kind, ofKind] of listeners) {
        const what = update[kind];
        if (what === undefined) continue;
        for (const listener of ofKind) await listener(what as never);
      }
      await tellCommand(update.message);
    },
  };
};

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
