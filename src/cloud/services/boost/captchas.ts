/**
 * Self-hosted proof-of-work captchas, one per exploration. Each costs a browser a fraction of a second, and no third party learns who
 * explores.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { captchaBits, captchaSeconds } from "../../../../resources/boost/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

export interface Captcha {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
  readonly expiredAt: number;
}

const answerPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,16})$/;

/** A puzzle for one node: find `counter` so that SHA-256(`salt` + counter, in decimal) starts with `bits` zero bits. */
export const giveCaptcha = async (db: Db, nodeId: string, at: number, bits = captchaBits): Promise<Captcha> => {
  const captcha = { id: randomUUID(), salt: randomBytes(16).toString("hex"), bits };
  const expiredAt = at + captchaSeconds;
  await db
    .insertInto("boost_captcha")
    .values({ ...captcha, node_id: nodeId, expired_at: expiredAt })
    .execute();
  return { ...captcha, expiredAt };
};

/**
 * Checks an answer (`id:counter`) and consumes its captcha in the same transaction, so it can't be reused. Throws BOOST_CAPTCHA_WRONG for a
 * wrong answer and for a captcha of another node, expired or used.
 */
export const takeCaptcha = async (
  trx: Trx,
  nodeId: string,
  answer: string | readonly string[] | undefined,
  at: number,
): Promise<void> => {
  const [, id, counter] = (typeof answer === "string" && answerPattern.exec(answer)) || [];
  if (id === undefined || counter === undefined) throw new AppError("BOOST_CAPTCHA_WRONG");
  const captcha = await trx
    .deleteFrom("boost_captcha")
    .where("id", "=", id)
    .where("node_id", "=", nodeId)
    .where("expired_at", ">", BigInt(at))
    .returning(["salt", "bits"])
    .executeTakeFirst();
  if (!captcha || zeroBits(captcha.salt + counter) < captcha.bits) throw new AppError("BOOST_CAPTCHA_WRONG");
};

const zeroBits = (text: string): number => Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0));
