/** Dispatches bot updates to listeners. An update may arrive twice: listeners must be idempotent. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Update } from "grammy/types";
import type { BotEngine } from "../../engines/bot/bot.ts";

type Kind = Exclude<keyof Update, "update_id">;
type Listener<K extends Kind> = (what: NonNullable<Update[K]>) => Promise<void>;

/** A command in a private chat: "/start abc" has the name "start" and the argument text "abc". */
export interface Command {
  readonly argument: string;
  readonly message: NonNullable<Update["message"]>;
}

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
