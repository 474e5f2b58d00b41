/** Pins: their rows, and how the dashboard and the IPFS Pinning Service API show them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isFull } from "../../../../resources/declare/define.ts";
import { pins, type PinState } from "../../../../resources/storage/pins.ts";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { AppError } from "../../kernel/app-error.ts";
import { containing, literally } from "../../kernel/calls/list-query.ts";
import { present } from "../../kernel/calls/present.ts";
import { isUuid } from "../../kernel/uuid.ts";
import { messages } from "./messages.ts";

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
  if (isFull(pins, count)) throw new AppError("LIMIT_REACHED");
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

/** Parses a CID of any version, with or without "/ipfs/", to a base32 CIDv1; undefined if it is invalid. */
export const rootOf = (text: string): string | undefined =>
  parseCid(text.trim().replace(/^\/ipfs\//, ""))
    ?.toV1()
    .toString();

export const matches = ["exact", "iexact", "partial", "ipartial"] as const;
type Match = (typeof matches)[number];

export interface PinFilter {
  /** CIDv1 in base32. */
  readonly roots?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly match?: Match | undefined;
  /** Matches the name or the CID. */
  readonly keyword?: string | undefined;
  readonly status?: readonly PinState[] | undefined;
  readonly before?: Date | undefined;
  readonly after?: Date | undefined;
  readonly meta?: Readonly<Record<string, string>> | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Lists a team's pins, newest first, with the total number of matches. */
export const listPins = async (
  db: Db,
  teamId: string,
  filter: PinFilter,
): Promise<{ readonly rows: readonly PinRow[]; readonly total: number }> => {
  const { roots, name, match = "exact", keyword, status, before, after, meta, limit, offset = 0 } = filter;
  const matching = db
    .selectFrom("pin")
    .where("team_id", "=", teamId)
    .$if(roots !== undefined, (query) => query.where("root", "in", roots!))
    .$if(name !== undefined, (query) => query.where(nameMatches(name!, match)))
    .$if(keyword !== undefined && keyword !== "", (query) =>
      query.where((eb) => eb.or([eb("name", "ilike", containing(keyword!)), eb("cid", "ilike", containing(keyword!))])),
    )
    .$if(status !== undefined, (query) => query.where("status", "in", status!))
    .$if(before !== undefined, (query) => query.where("created_at", "<", before!))
    .$if(after !== undefined, (query) => query.where("created_at", ">", after!))
    .$if(meta !== undefined, (query) => query.where(sql<boolean>`meta @> ${JSON.stringify(meta)}::jsonb`));
  const rows = await matching.selectAll().orderBy("created_at", "desc").limit(limit).offset(offset).execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

const nameMatches = (name: string, match: Match) => {
  switch (match) {
    case "exact":
      return sql<boolean>`name = ${name}`;
    case "iexact":
      return sql<boolean>`name ilike ${literally(name)}`;
    case "partial":
      return sql<boolean>`name like ${containing(name)}`;
    case "ipartial":
      return sql<boolean>`name ilike ${containing(name)}`;
  }
};

/** Converts a pin to the dashboard's format. */
export const presentPin = (row: PinRow) => present(pins.schema, row, { details: detailsOf(row) });

/** Converts a pin to a PinStatus of the IPFS Pinning Service API. */
export const pinStatusOf = (row: PinRow, delegates: readonly string[]) => ({
  requestid: row.id,
  status: row.status,
  created: row.created_at.toISOString(),
  pin: {
    cid: row.cid,
    ...(row.name !== null && { name: row.name }),
    origins: row.origins,
    meta: row.meta,
  },
  delegates,
  info: infoOf(row),
});

const infoOf = (row: PinRow): Record<string, string> => {
  const details = detailsOf(row);
  return {
    ...(details !== "" && { status_details: details }),
    ...(row.size_bytes !== null && { raw_size: row.size_bytes.toString() }),
  };
};

const detailsOf = ({ status, details }: PinRow): string =>
  status === "queued" && details === "" ? messages.waiting : details;
