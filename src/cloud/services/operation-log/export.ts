import { actionLabel } from "../../../../resources/account/operation-actions.ts";
import { operationExportMax } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { byteOrderMark, csvLine } from "../csv.ts";
import { readOperations, type ListedOperation, type OperationQuery } from "./reads.ts";

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
