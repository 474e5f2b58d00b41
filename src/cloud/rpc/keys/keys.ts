/** Stores keys of the RPC service. A key is looked up by its hash, and stored sealed so that it can be shown again. */
import { landUnit } from "../../../../resources/money.ts";
import { randomUUID } from "node:crypto";
import { sql, type Updateable } from "kysely";
import type { RpcKeyType } from "../../../../resources/rpc/keys.ts";
import { rpcOverlapSeconds, rpcVipBalanceLand, rpcVipKeysPerTeam } from "../../../../resources/rpc/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf, Tables } from "../../engines/database/tables.ts";
import { balancesOf } from "../../billing/ledger/accounts.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { hashOf, randomSecret, secondsFromNow } from "../../kernel/secrets.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export type RpcKey = RowOf<"rpc_key">;

export interface NewRpcKey {
  readonly name: string;
  readonly notes?: string | undefined;
  readonly type: RpcKeyType;
}

/** Creates a key. Throws RPC_FREE_KEY_EXISTS, RPC_BALANCE_LOW, LIMIT_REACHED. */
export const createKey = async (
  trx: Trx,
  box: SecretBox,
  teamId: string,
  { name, notes = "", type }: NewRpcKey,
): Promise<{ id: string; userKey: string }> => {
  // Serializes concurrent creations, so that they can't exceed the limit.
  await trx.selectFrom("team").select("id").where("id", "=", teamId).forUpdate().execute();
  const others = (await listKeys(trx, teamId)).filter((key) => key.type === type).length;
  if (type === "FREE" && others > 0) throw new AppError("RPC_FREE_KEY_EXISTS");
  if (type === "VIP") await requireBalance(trx, teamId, others);
  const id = randomUUID();
  const { userKey, ...secret } = newSecret(box, id);
  await trx
    .insertInto("rpc_key")
    .values({ id, team_id: teamId, name, notes, type, ...secret })
    .execute();
  return { id, userKey };
};

const requireBalance = async (trx: Trx, teamId: string, others: number): Promise<void> => {
  if (others >= rpcVipKeysPerTeam) throw new AppError("LIMIT_REACHED");
  const { balance, held, owed } = await balancesOf(trx, teamId, "LAND");
  if (balance - held - owed < rpcVipBalanceLand * landUnit) throw new AppError("RPC_BALANCE_LOW");
};

/** Lists a team's keys, oldest first. */
export const listKeys = (db: Db, teamId: string): Promise<RpcKey[]> =>
  db.selectFrom("rpc_key").selectAll().where("team_id", "=", teamId).orderBy("created_at").orderBy("id").execute();

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

/** Replaces a key. The previous one works for another day; the one before ends. */
export const resetKey = async (
  trx: Trx,
  box: SecretBox,
  teamId: string,
  id: string,
): Promise<{ userKey: string; previousUntil: Date; name: string }> => {
  const { hash, name } = await findKey(trx, teamId, id);
  const { userKey, ...secret } = newSecret(box, id);
  const previousUntil = secondsFromNow(rpcOverlapSeconds);
  await changeKey(trx, teamId, id, { ...secret, previous_hash: hash, previous_until: previousUntil });
  return { userKey, previousUntil, name };
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

const newSecret = (box: SecretBox, id: string) => {
  const userKey = randomSecret();
  return { userKey, hash: hashOf(userKey), sealed: box.seal(purposeOf(id), userKey) };
};

const purposeOf = (id: string): string => `rpc key ${id}`;

export const sealedRpcKeys: SealedColumn = { table: "rpc_key", column: "sealed", key: "id", purpose: purposeOf };
