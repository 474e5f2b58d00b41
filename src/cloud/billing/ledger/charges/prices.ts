/** The price list. A price applies from a full hour on and is never changed, only replaced by another version. */
import { sql } from "kysely";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { Price } from "../usage/facts.ts";
import { asMicros, hourOf, microsOf, microsPerHour, timestamp, type Micros } from "./moments.ts";

export interface NewPrice {
  readonly resource: MeteredResource;
  /** A model, if each has its own price. */
  readonly item?: string;
  /** LAND×1e18 per `per` bytes, seconds or units; for IPFS_STORAGE, per `per` bytes × microseconds. */
  readonly land: bigint;
  readonly per: bigint;
  /** Default: the next full hour. Past usage keeps its price, so an earlier time throws a RangeError. */
  readonly startsAt?: Date;
}

/** Returns all versions that apply at some moment of a period, in order of their start. */
export const pricesBetween = async (db: Db, since: Micros, until: Micros): Promise<Price[]> => {
  const from = timestamp(since);
  const { rows } = await sql<{ version: bigint; resource: MeteredResource; land: string; per: string; starts: bigint }>`
    select version, resource, land::text, per::text, ${asMicros(sql.ref("starts_at"))} as starts from resource_price
    where item = '' and starts_at <= ${timestamp(until)} and starts_at >= coalesce((
      select max(starts_at) from resource_price as older
      where older.resource = resource_price.resource and older.item = '' and older.starts_at <= ${from}), ${from})
    order by resource_price.starts_at, version
  `.execute(db);
  return rows.map(({ version, resource, land, per, starts }) => ({
    version,
    resource,
    land: BigInt(land),
    per: BigInt(per),
    startsAt: starts,
  }));
};

/** Returns the latest version, started or not. */
export const newestPrice = async (db: Db, resource: MeteredResource): Promise<Pick<Price, "land" | "per">> => {
  const { land, per } = await db
    .selectFrom("resource_price")
    .select(["land", "per"])
    .where("resource", "=", resource)
    .where("item", "=", "")
    .orderBy("starts_at", "desc")
    .orderBy("version", "desc")
    .executeTakeFirstOrThrow();
  return { land: BigInt(land), per: BigInt(per) };
};

export interface ListedPrice extends Price {
  /** A model, if each has its own price. */
  readonly item: string;
}

/**
 * Returns the published price list: for each price the version at a moment and the announced ones, in order of their
 * start.
 */
export const priceListAt = async (db: Db, moment: Micros): Promise<ListedPrice[]> => {
  const { rows } = await sql<
    Omit<ListedPrice, "land" | "per" | "startsAt"> & { land: string; per: string; starts: bigint }
  >`
    select version, resource, item, land::text, per::text, ${asMicros(sql.ref("starts_at"))} as starts
    from resource_price as price where not exists (
      select from resource_price as newer where newer.resource = price.resource and newer.item = price.item
        and newer.starts_at <= ${timestamp(moment)}
        and (newer.starts_at, newer.version) > (price.starts_at, price.version))
    order by resource, item, starts_at, version
  `.execute(db);
  return rows.map(({ land, per, starts, ...row }) => ({
    ...row,
    land: BigInt(land),
    per: BigInt(per),
    startsAt: starts,
  }));
};

/** Adds a version. Returns its number. */
export const setPrice = async (trx: Trx, { resource, item = "", land, per, startsAt }: NewPrice): Promise<bigint> => {
  const next = hourOf(microsOf(new Date())) + microsPerHour;
  const starts = startsAt ? microsOf(startsAt) : next;
  if (starts < next || starts % microsPerHour !== 0n)
    throw new RangeError("A price must start at a full hour in the future.");
  const row = await trx
    .insertInto("resource_price")
    .values({ resource, item, land: land.toString(), per: per.toString(), starts_at: timestamp(starts) })
    .returning("version")
    .executeTakeFirstOrThrow();
  return row.version;
};
