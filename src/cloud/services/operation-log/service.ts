/** The operation log: recorded by the http layer for every changing call, read by the team's owner. */
import { sql } from "kysely";
import type { Row } from "../../../../resources/define.ts";
import type { operationLog } from "../../../../resources/account/operation-log.ts";
import { operationLogKeptSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../secrets.ts";
import { exportedLines } from "./export.ts";
import { countOperations, readOperations, readUsers, type ListedOperation, type OperationQuery } from "./reads.ts";

export { detailsOf } from "./details.ts";
export { recordOperation, type Operation } from "./record.ts";

type OperationRow = Row<typeof operationLog>;

/** A page of a team's entries; `total` counts from its start. */
export const listOperations = async (
  db: Db,
  teamId: string,
  { size, ...query }: OperationQuery & { readonly size: number },
): Promise<{ items: OperationRow[]; total: number }> => {
  const rows = await readOperations(db, teamId, query, size);
  const total = rows.length < size ? rows.length : await countOperations(db, teamId, query);
  return { items: rows.map(present), total };
};

/** Users with an entry. */
export const listUsers = async (db: Db, teamId: string) =>
  (await readUsers(db, teamId)).map(({ id, username, address }) => ({
    userId: id,
    userName: username ?? deletedAccount,
    address: address ?? "",
  }));

export const exportOperations = exportedLines;

/** Deletes entries older than a year. Call periodically. */
export const sweepOperations = async (db: Db): Promise<void> => {
  const oldest = secondsFromNow(-operationLogKeptSeconds);
  await sql`delete from operation_log where at < ${oldest}`.execute(db);
};

const deletedAccount = "Deleted account";

const present = (row: ListedOperation): OperationRow => ({
  id: String(row.id),
  action: row.action,
  target: row.target,
  details: row.details,
  ...(row.person_id && { userId: row.person_id }),
  userName: row.username ?? (row.person_id ? deletedAccount : ""),
  address: row.address ?? "",
  ...(row.role && { role: row.role }),
  via: row.via,
  ip: row.ip,
  createdAt: Math.floor(row.at.getTime() / 1000),
});
