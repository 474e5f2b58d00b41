import type { Address } from "@ton/core";
import type { Db } from "../../engines/database/database.ts";
import type { TonPlace } from "../../engines/ton/ton.ts";

export interface StoredTransaction extends TonPlace {
  readonly boc: Buffer;
}

interface Page {
  readonly limit: number;
  readonly upTo?: TonPlace | undefined;
  /** Only later transactions. */
  readonly after?: bigint | undefined;
}

/** Returns an account's transactions, newest first; none for an unknown cursor. */
export const transactionsOf = async (
  db: Db,
  address: Address,
  { limit, upTo, after }: Page,
): Promise<StoredTransaction[]> => {
  const key = address.toRawString();
  const of = db.selectFrom("ton_transaction").where("address", "=", key);
  if (upTo) {
    const place = of.select("lt").where("lt", "=", upTo.lt).where("hash", "=", upTo.hash);
    if (!(await place.executeTakeFirst())) return [];
  }
  return of
    .select(["lt", "hash", "boc"])
    .$if(upTo !== undefined, (rows) => rows.where("lt", "<=", upTo!.lt))
    .$if(after !== undefined, (rows) => rows.where("lt", ">", after!))
    .orderBy("lt", "desc")
    .limit(limit)
    .execute();
};
