/** The stand-in's bot: made once for this installation, its token kept encrypted. */
import { randomBytes, randomInt } from "node:crypto";
import type { Db } from "../../database/database.ts";
import type { Seals } from "../../database/seals.ts";
import "../tables.ts";

const purpose = "bot-token";

/** Reads or makes it. Throws one sentence when it cannot be decrypted. Two processes may make it at once: the first that is stored stands. */
export const openToken = async (db: Db, seals: Seals): Promise<string> => {
  const row = (await find(db)) ?? (await make(db, seals));
  try {
    return seals.open(purpose, row.sealed);
  } catch (error) {
    throw new Error("The token of the cloud's bot was encrypted under another SECRET_KEY.", { cause: error });
  }
};

/** The bot's id is what its token begins with. */
export const botIdOf = (token: string): number => Number(token.split(":")[0]);

const find = (db: Db) => db.selectFrom("bot_key").select("sealed").executeTakeFirst();

const make = async (db: Db, seals: Seals) => {
  const token = `${randomInt(1_000_000_000, 9_999_999_999)}:${randomBytes(26).toString("base64url")}`;
  await db
    .insertInto("bot_key")
    .values({ sealed: seals.seal(purpose, token), webhook_url: null, webhook_secret: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(db))!;
};
