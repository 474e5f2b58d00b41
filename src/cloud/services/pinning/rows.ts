/** Reads and writes pin rows. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pinsPerTeam } from "../../../../resources/bucket/pin-limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { isUuid } from "../uuid.ts";
import { rootOf } from "./cid.ts";

export type PinRow = RowOf<"pin">;

export interface NewPin {
  readonly cid: string;
  readonly name?: string | undefined;
  /** Multiaddrs of peers that have the content. */
  readonly origins?: readonly string[] | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
}

/** Adds a queued pin. Throws LIMIT_REACHED, and INVALID_INPUT for an invalid CID. */
export const addPin = async (
  trx: Trx,
  teamId: string,
  { cid, name, origins = [], meta = {} }: NewPin,
  replacedRoot?: string,
): Promise<PinRow> => {
  const root = rootOf(cid);
  if (root === undefined) throw new AppError("INVALID_INPUT", { fields: { cid: ["This CID is invalid."] } });
  // Locking the team's row guards the limit and keeps creation times unique.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  const { count, newest } = await trx
    .selectFrom("pin")
    .select((eb) => [eb.fn.countAll<bigint>().as("count"), eb.fn.max("created_at").as("newest")])
    .where("team_id", "=", teamId)
    .executeTakeFirstOrThrow();
  if (count >= pinsPerTeam) throw new AppError("LIMIT_REACHED");
  return trx
    .insertInto("pin")
    .values({
      id: randomUUID(),
      team_id: teamId,
      cid: cid.trim().replace(/^\/ipfs\//, ""),
      root,
      name: name === undefined || name === "" ? null : name,
      origins: JSON.stringify(origins),
      meta: JSON.stringify(meta),
      created_at: new Date(Math.max(Date.now(), (newest as Date | null) === null ? 0 : newest.getTime() + 1)),
      replaced_root: replacedRoot ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Finds a pin. Throws NOT_FOUND, also for other teams' pins. */
export const findPin = async (db: Db, teamId: string, id: string): Promise<PinRow> => {
  const row = isUuid(id) ? await ofTeam(db, teamId, id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

/** Finds and locks a pin until the transaction ends. */
export const lockPin = async (trx: Trx, teamId: string, id: string): Promise<PinRow> => {
  const row = isUuid(id) ? await ofTeam(trx, teamId, id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const ofTeam = (db: Db, teamId: string, id: string) =>
  db.selectFrom("pin").selectAll().where("team_id", "=", teamId).where("id", "=", id);

/** Updates a pin and its `updated_at`. */
export const changePin = async (
  db: Db,
  id: string,
  change: Partial<Pick<PinRow, "status" | "details" | "size_bytes" | "replaced_root" | "attempts">>,
): Promise<PinRow | undefined> =>
  db
    .updateTable("pin")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
