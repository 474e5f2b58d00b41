/** The fake bot: created once per installation, with its token encrypted. */
import { randomBytes, randomInt } from "node:crypto";
import type { Db } from "../../engines/database/database.ts";
import { type Encryption, botPurpose } from "../../engines/database/encryption.ts";

/**
 * Reads or creates the token. Throws a one-sentence error if it can't be decrypted. If two processes create it at once,
 * the first stored one wins.
 */
export const openToken = async (db: Db, encryption: Encryption): Promise<string> => {
  const row = (await find(db)) ?? (await make(db, encryption));
  try {
    return encryption.open(botPurpose, row.sealed);
  } catch (error) {
    throw new Error("The bot token was encrypted with a different SECRET_KEY.", { cause: error });
  }
};

/** Returns the bot's ID, which is the start of its token. */
export const botIdOf = (token: string): number => Number(token.split(":")[0]);

const find = (db: Db) => db.selectFrom("bot_key").select("sealed").executeTakeFirst();

const make = async (db: Db, encryption: Encryption) => {
  const token = `${randomInt(1_000_000_000, 9_999_999_999)}:${randomBytes(26).toString("base64url")}`;
  await db
    .insertInto("bot_key")
    .values({ sealed: encryption.seal(botPurpose, token), webhook_url: null, webhook_secret: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(db))!;
};
