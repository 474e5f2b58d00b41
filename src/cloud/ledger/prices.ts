/** The price list. A price holds from a full hour on, and is never changed: another version takes its place. */
import { sql } from "kysely";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import type { Price } from "./facts.ts";
import { asMicros, hourOf, microsOf, microsPerHour, timestamp, type Micros } from "./moments.ts";

export interface NewPrice {
  readonly resource: MeteredResource;
  /** A model, where each has its own price. */
  readonly item?: string;
  /** LAND×1e18 for `per` bytes, seconds or units; of IPFS_STORAGE, for `per` bytes times microseconds. */
  readonly land: bigint;
  readonly per: bigint;
  /** The next full hour by default; what is past is charged at the prices of its time. Throws RangeError before that. */
  readonly startsAt?: Date;
}

/** All versions that hold at some moment between two. In the order in which they begin. */
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

/** The latest version, started or not. */
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

/** Price of something that is sold by item, such as a model's tokens; undefined without one. */
export const priceOfItem = async (db: Db, resource: MeteredResource, item: string): Promise<Price | undefined> => {
  const { rows } = await sql<{ version: bigint; land: string; per: string; starts: bigint }>`
    select version, land::text, per::text, ${asMicros(sql.ref("starts_at"))} as starts from resource_price
    where resource = ${resource} and item = ${item} and starts_at <= now() order by starts_at desc, version desc limit 1
  `.execute(db);
  const [row] = rows;
  return row && { version: row.version, resource, land: BigInt(row.land), per: BigInt(row.per), startsAt: row.starts };
};

export interface ListedPrice extends Price {
  /** A model, where each has its own price. */
  readonly item: string;
}

/** The price list as it is published: the version of each that holds at a moment, and those announced, in the order in which they begin. */
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
