/** All versions of all prices, for operators. */
import { sql } from "kysely";
import { decimalText, unitsOf } from "../../lib/decimals.ts";
import { pricedBy } from "../../../../resources/billing/price-labels.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import type { operatorPrices, PriceState } from "../../../../resources/operator/prices.ts";
import { invalidField } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { setPrice } from "../../billing/ledger/charges/prices.ts";
import type { PageQuery } from "../../kernel/calls/list-query.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

type Entry = Row<typeof operatorPrices>;
type NewPrice = Pick<Entry, "resource" | "item" | "land" | "startsAt">;

interface ListQuery extends PageQuery {
  readonly resource?: string | undefined;
  readonly state?: string | undefined;
}

interface Found {
  version: bigint;
  resource: MeteredResource;
  item: string;
  land: string;
  per: string;
  starts_at: Date;
  created_at: Date;
  state: PriceState;
  total: bigint;
}

/** Lists prices by start, latest first. Of two that start in the same hour the one set later applies. */
export const listPrices = async (
  db: Db,
  { resource = null, state = null, page, size }: { [K in keyof ListQuery]: ListQuery[K] | null } & PageQuery,
): Promise<{ items: Entry[]; total: number }> => {
  const versions = sql`
    select price.*, case
      when exists (select from resource_price as newer where newer.resource = price.resource and newer.item = price.item
        and (newer.starts_at, newer.version) > (price.starts_at, price.version)
        and newer.starts_at <= greatest(now(), price.starts_at)) then 'past'
      when starts_at > now() then 'announced' else 'current' end as state
    from resource_price as price
  `;
  const matching = sql`
    from (${versions}) as listed
    where (${resource}::text is null or resource = ${resource}) and (${state}::text is null or state = ${state})
  `;
  const [rows, counted] = await Promise.all([
    sql<Found>`
      select version, resource, item, land::text, per::text, starts_at, created_at, state ${matching}
      order by starts_at desc, version desc limit ${size} offset ${(page - 1) * size}
    `.execute(db),
    sql<{ total: bigint }>`select count(*) as total ${matching}`.execute(db),
  ]);
  return { items: rows.rows.map(present), total: Number(counted.rows[0]!.total) };
};

/** Returns whether some server has the model of an AI price. */
export type OffersModel = (item: string) => Promise<boolean>;

/**
 * Adds a price. Throws INVALID_INPUT for a resource with other pricing, an unknown model, or an hour that has started.
 */
export const addPrice = async (
  trx: Trx,
  { resource, item, land, startsAt }: NewPrice,
  offersModel: OffersModel,
): Promise<Entry> => {
  if (item && resource !== "AI_RPC") refuse("item", "Model: leave blank. Only AI has prices per model.");
  if (resource === "AI_RPC" && !item) refuse("item", "Model: enter a model ID. AI has a price per model.");
  if (item && !(await offersModel(item)))
    refuse("item", `Model: no model server has ${item}. Configure its server first, or check the ID.`);
  const startsAtDate = startsAt === undefined ? undefined : new Date(startsAt * 1000);
  try {
    const version = await setPrice(trx, {
      resource,
      land: landOf(land),
      per: pricedBy[resource].per,
      ...(item && { item }),
      ...(startsAtDate && { startsAt: startsAtDate }),
    });
    const row = await trx
      .selectFrom("resource_price")
      .selectAll()
      .where("version", "=", version)
      .executeTakeFirstOrThrow();
    return present({ ...row, state: "announced" });
  } catch (error) {
    if (error instanceof RangeError) refuse("startsAt", "From: choose a future full hour (UTC).");
    throw error;
  }
};

const refuse = (field: string, message: string): never => {
  throw invalidField(field, message);
};

const present = ({
  version,
  resource,
  item,
  land,
  per,
  starts_at,
  created_at,
  state,
}: Omit<Found, "total">): Entry => ({
  id: version.toString(),
  resource,
  land: decimalOf((BigInt(land) * pricedBy[resource].per) / BigInt(per)),
  state,
  startsAt: secondsOf(starts_at),
  createdAt: secondsOf(created_at),
  ...(item !== "" && { item }),
});

const landDigits = 18;

/** Parses "0.25" to LAND×1e18; at most 18 digits after the point. */
export const landOf = (decimal: string): bigint => unitsOf(decimal, landDigits);

/** Formats LAND×1e18 as a decimal number without trailing zeros. */
export const decimalOf = (land: bigint): string => decimalText(land, landDigits);
