/**
 * Init data: the user who opens the mini app, signed by the messaging app with the bot's token
 * (https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app).
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { initDataSeconds } from "../../../../resources/account/mini-session.ts";
import { AppError } from "../../kernel/app-error.ts";

/** Allowed clock difference to the messaging app. */
const slackSeconds = 60;

const userForm = z.object({
  id: z.int().min(1),
  first_name: z.string().default(""),
  last_name: z.string().default(""),
  username: z.string().default(""),
});
export type InitUser = z.output<typeof userForm>;

export interface InitData {
  readonly user: InitUser;
  readonly startParam: string | undefined;
  /** The messaging app's signature, independent of the encoding. */
  readonly signature: Buffer;
  /** When it expires. */
  readonly expiresAt: Date;
}

/**
 * Throws MESSAGING_UNSIGNED unless the text is signed with the token, and MESSAGING_EXPIRED if it is over an hour old. `now` in Unix
 * seconds.
 */
export const readInitData = (raw: string, token: string, now: number): InitData => {
  const fields = new URLSearchParams(raw);
  if (new Set(fields.keys()).size !== fields.size || !isSigned(fields, token)) throw new AppError("MESSAGING_UNSIGNED");
  const signedAt = Number(fields.get("auth_date"));
  if (!Number.isSafeInteger(signedAt) || signedAt > now + slackSeconds) throw new AppError("MESSAGING_UNSIGNED");
  if (signedAt < now - initDataSeconds) throw new AppError("MESSAGING_EXPIRED");
  return {
    user: userIn(fields.get("user")),
    startParam: fields.get("start_param") ?? undefined,
    signature: signatureOf(fields, token),
    expiresAt: new Date((signedAt + initDataSeconds + 1) * 1000),
  };
};

/** Signs init data like the messaging app; for the emulator. */
export const writeInitData = (values: Readonly<Record<string, string>>, token: string): string => {
  const fields = new URLSearchParams(values);
  fields.set("hash", signatureOf(fields, token).toString("hex"));
  return fields.toString();
};

const isSigned = (fields: URLSearchParams, token: string): boolean => {
  const hash = Buffer.from(fields.get("hash") ?? "", "hex");
  const expected = signatureOf(fields, token);
  return hash.length === expected.length && timingSafeEqual(hash, expected);
};

const signatureOf = (fields: URLSearchParams, token: string): Buffer => {
  const lines = [...fields].flatMap(([name, value]) => (name === "hash" ? [] : [`${name}=${value}`]));
  const key = createHmac("sha256", "WebAppData").update(token).digest();
  return createHmac("sha256", key).update(lines.toSorted().join("\n")).digest();
};

const userIn = (text: string | null): InitUser => {
  try {
    return userForm.parse(JSON.parse(text ?? ""));
  } catch {
    // Signed but without a user, such as from a channel.
    throw new AppError("MESSAGING_UNSIGNED");
  }
};
