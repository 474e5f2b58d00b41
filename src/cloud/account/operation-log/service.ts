/** The operation log: recorded by the http layer for every changing call, read by the team's owner. */
import { sql } from "kysely";
import type { Row } from "../../../../resources/declare/define.ts";
import { operationLog, type OperationVia } from "../../../../resources/account/operation-log/operation-log.ts";
import { operationLogKeptSeconds, operationExportMax, operationTargetMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { countOperations, readOperations, readUsers, type ListedOperation, type OperationQuery } from "./reads.ts";
import {
  actionLabel,
  type DerivedAction,
  type OperationAction,
} from "../../../../resources/account/operation-log/operation-actions.ts";
import { byteOrderMark, csvLine } from "../../lib/csv.ts";
import { present } from "../../kernel/calls/present.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export { detailsOf, objectsOf } from "./details.ts";

type OperationRow = Row<typeof operationLog>;

/** A page of a team's entries; `total` counts from its start. */
export const listOperations = async (
  db: Db,
  teamId: string,
  { size, ...query }: OperationQuery & { readonly size: number },
): Promise<{ items: OperationRow[]; total: number }> => {
  const rows = await readOperations(db, teamId, query, size);
  const total = rows.length < size ? rows.length : await countOperations(db, teamId, query);
  return { items: rows.map(listed), total };
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

const listed = (row: ListedOperation): OperationRow =>
  present(operationLog.schema, row, {
    userId: row.person_id ?? undefined,
    userName: row.username ?? (row.person_id ? deletedAccount : ""),
    address: row.address ?? "",
    createdAt: secondsOf(row.at),
  });

const batch = 1000;
const head = ["Time", "Action", "Code", "Target", "User", "Address", "Role", "By", "IP address", "Details"];

/** Yields the entries as CSV lines. */
export async function* exportedLines(db: Db, teamId: string, query: OperationQuery): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head);
  let before: string | undefined;
  for (let left = operationExportMax; left > 0; left -= batch) {
    const rows = await readOperations(db, teamId, { ...query, before }, Math.min(batch, left));
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join("");
    if (rows.length < batch) return;
    before = String(rows.at(-1)!.id);
  }
}

const cellsOf = (row: ListedOperation): string[] => [
  row.at.toISOString(),
  actionLabel(row.action),
  row.action,
  row.target,
  row.username ?? "",
  row.address ?? "",
  row.role ?? "",
  row.via,
  row.ip,
  JSON.stringify(row.details),
];

export interface Operation {
  readonly teamId: string;
  /** null for unknown users: a deploy hook, a push at another host. */
  readonly personId: string | null;
  readonly via: OperationVia;
  readonly action: OperationAction | DerivedAction;
  readonly target: string;
  /** Identifiers of the objects concerned, in addition to the target. */
  readonly objects?: readonly string[];
  /** No secrets: see details.ts. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Empty if unknown. */
  readonly ip: string;
}

/**
 * Records an entry, in the transaction of the work if there is one. Users other than the team's owner count as members.
 * Teams deleted by the work get no entry.
 */
export const recordOperation = async (db: Db, operation: Operation): Promise<void> => {
  const { teamId, personId, via, action, details, ip } = operation;
  const target = operation.target.slice(0, operationTargetMax).toWellFormed();
  const objects = [...new Set([target, ...(operation.objects ?? [])])].filter((name) => name !== "");
  await sql`
    insert into operation_log (team_id, person_id, role, via, action, target, details, ip, objects)
    select id, ${personId}::uuid,
      case when ${personId}::uuid is null then null when owner_id = ${personId}::uuid then 'OWNER' else 'MEMBER' end,
      ${via}, ${action}, ${target}, ${JSON.stringify(details)}, ${ip}, ${objects}
    from team where id = ${teamId}
  `.execute(db);
};
