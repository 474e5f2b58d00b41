import { transactionExportMax } from "../../../../resources/billing/records.ts";
import type { Db } from "../../engines/database/database.ts";
import { byteOrderMark, csvLine } from "../../lib/csv.ts";
import { plainDecimal } from "../../../../resources/money.ts";
import type { DepositRow } from "./credit.ts";
import { networkName } from "./networks.ts";
import { depositsIn, type DepositSpan } from "./reads.ts";

const batch = 1000;
const head = ["Time", "Network", "Status", "LAND", "US dollars", "Paid", "Coin", "Transaction", "Credited", "ID"];

/** Yields a team's deposits as CSV lines, newest first. */
export async function* depositLines(db: Db, teamId: string, span: DepositSpan): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head);
  let last: DepositRow | undefined;
  for (let left = transactionExportMax; left > 0; left -= batch) {
    const rows = await after(depositsIn(db, teamId, span), last)
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(Math.min(batch, left))
      .execute();
    yield rows.map((row) => csvLine(cellsOf(row))).join("");
    if (rows.length < batch) return;
    last = rows.at(-1);
  }
}

/** Database timestamps are more precise than JavaScript's, so the row itself is the cursor. */
const after = (query: ReturnType<typeof depositsIn>, last: DepositRow | undefined) =>
  last
    ? query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("created_at", "id"),
          "<",
          selectFrom("deposit as cursor")
            .select(["cursor.created_at", "cursor.id"])
            .where("cursor.id", "=", last.id)
            .$asTuple("created_at", "id"),
        ),
      )
    : query;

const cellsOf = (row: DepositRow): string[] => [
  row.created_at.toISOString(),
  networkName(row.network),
  row.status,
  ...[row.land, row.usd, row.coin_amount].map((amount) => plainDecimal(amount)),
  row.coin,
  row.tx_hash,
  row.credited_at?.toISOString() ?? "",
  row.id,
];
