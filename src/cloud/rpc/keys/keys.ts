/** Stores keys of the RPC service. A key is looked up by its hash, and stored sealed so that it can be shown again. */
import { landUnit } from "../../../../resources/money.ts";
import { sql, type Updateable } from "kysely";
import { rpcKeysPerType, type RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { rpcVipBalanceLand } from "../../../../resources/rpc/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { balancesOf } from "../../billing/ledger/accounts.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { hashOf, randomSecret } from "../../kernel/secrets.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type RpcKey = RowOf<"rpc_key">;

/** Checks that a team may have another key of a type. Throws RPC_FREE_KEY_EXISTS, RPC_BALANCE_LOW, LIMIT_REACHED. */
export const requireRoom = async (trx: Trx, teamId: string, type: RpcKeyType): Promise<void> => {
  const others = await countOf(trx.selectFrom("rpc_key").where("team_id", "=", teamId).where("type", "=", type));
  if (others >= rpcKeysPerType[type]) throw new AppError(type === "FREE" ? "RPC_FREE_KEY_EXISTS" : "LIMIT_REACHED");
  if (type === "VIP") await requireBalance(trx, teamId);
};

const requireBalance = async (trx: Trx, teamId: string): Promise<void> => {
  const { balance, held, owed } = await balancesOf(trx, teamId, "LAND");
  if (balance - held - owed < rpcVipBalanceLand * landUnit) throw new AppError("RPC_BALANCE_LOW");
};

export const countRpcKeys = (db: Db, teamId: string): Promise<number> =>
  countOf(db.selectFrom("rpc_key").where("team_id", "=", teamId));

/** Returns a key of the team. Throws NOT_FOUND. */
export const findKey = async (db: Db, teamId: string, id: string): Promise<RpcKey> => {
  const row = isUuid(id)
    ? await db.selectFrom("rpc_key").selectAll().where("team_id", "=", teamId).where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

/** Changes a key of the team. Throws NOT_FOUND. */
export const changeKey = async (
  trx: Trx,
  teamId: string,
  id: string,
  change: Updateable<Tables["rpc_key"]>,
): Promise<RpcKey> => {
  await findKey(trx, teamId, id);
  return trx
    .updateTable("rpc_key")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

export const userKeyOf = (box: SecretBox, { id, sealed }: Pick<RpcKey, "id" | "sealed">): string =>
  box.open(purposeOf(id), sealed);

/** Returns the key of a URL; undefined if there is none, or its time after a reset is over. */
export const keyBySecret = async (db: Db, userKey: string): Promise<RpcKey | undefined> => {
  const hash = hashOf(userKey);
  return db
    .selectFrom("rpc_key")
    .selectAll()
    .where((where) =>
      where.or([
        where("hash", "=", hash),
        where.and([where("previous_hash", "=", hash), where("previous_until", ">", sql<Date>`now()`)]),
      ]),
    )
    .executeTakeFirst();
};

/** Returns a new key with its hash, and sealed for the record. */
export const newSecret = (box: SecretBox, id: string) => {
  const userKey = randomSecret();
  return { userKey, hash: hashOf(userKey), sealed: box.seal(purposeOf(id), userKey) };
};

const purposeOf = (id: string): string => `rpc key ${id}`;

export const sealedRpcKeys: SealedColumn = { table: "rpc_key", column: "sealed", key: "id", purpose: purposeOf };
