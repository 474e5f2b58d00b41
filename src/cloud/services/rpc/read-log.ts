/** Lists single requests of a key, newest first. */
import type { RpcLogLine } from "../../../../resources/rpc/stat-calls.ts";
import type { Db } from "../../engines/database/database.ts";

export interface LogQuery {
  readonly page: number;
  readonly size: number;
  readonly errorsOnly: boolean;
  readonly chain?: string | undefined;
}

export const readLog = async (
  db: Db,
  keyId: string,
  { page, size, errorsOnly, chain }: LogQuery,
): Promise<{ items: RpcLogLine[]; total: number }> => {
  let lines = db.selectFrom("rpc_log").where("key_id", "=", keyId);
  if (errorsOnly) lines = lines.where("error_code", "is not", null);
  if (chain !== undefined) lines = lines.where("chain", "=", chain);
  const { total } = await lines.select(({ fn }) => fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow();
  const rows = await lines
    .selectAll()
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const items = rows.map(({ id, at, chain, method, error_code: code, error, units, ms, cached, upstream }) => ({
    id: String(id),
    at: Math.floor(at.getTime() / 1000),
    chain,
    method,
    code,
    error,
    units,
    ms,
    cached,
    upstream,
  }));
  return { items, total: Number(total) };
};
