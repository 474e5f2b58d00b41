/** A user's public profile. */
import { randomUUID } from "node:crypto";
import { avatarBytesMax } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { imageType } from "../images.ts";

export interface AvatarImage {
  readonly type: string;
  readonly bytes: Buffer;
}

export const rename = async (trx: Trx, personId: string, username: string): Promise<void> => {
  await trx.updateTable("person").set({ username }).where("id", "=", personId).execute();
};

/** Replaces the avatar and returns its id. Throws AVATAR_TYPE, or PAYLOAD_TOO_LARGE. */
export const setAvatar = async (trx: Trx, personId: string, image: string): Promise<string> => {
  const bytes = Buffer.from(image, "base64");
  if (bytes.length > avatarBytesMax) throw new AppError("PAYLOAD_TOO_LARGE");
  const type = imageType(bytes);
  if (!type) throw new AppError("AVATAR_TYPE");
  const row = { id: randomUUID(), type, bytes };
  await trx
    .insertInto("avatar")
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
    .execute();
  await trx.updateTable("person").set({ avatar_id: row.id }).where("id", "=", personId).execute();
  return row.id;
};

export const removeAvatar = async (trx: Trx, personId: string): Promise<void> => {
  await trx.deleteFrom("avatar").where("person_id", "=", personId).execute();
  await trx.updateTable("person").set({ avatar_id: null }).where("id", "=", personId).execute();
};

/** Returns an avatar by id; undefined if replaced or unknown. */
export const readAvatar = async (db: Db, id: string): Promise<AvatarImage | undefined> =>
  isUuid(id) ? db.selectFrom("avatar").select(["type", "bytes"]).where("id", "=", id).executeTakeFirst() : undefined;
