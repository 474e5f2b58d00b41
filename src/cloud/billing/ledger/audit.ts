/** Recomputes the trial balance from all transfers: the invariants of the ledger. */
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { expiredHolds } from "./create-ledger.ts";
import type { Unit } from "./ledger.ts";

export interface AccountTotal {
  /** "team" and "debt" stand for those of all teams. */
  readonly account: string;
  readonly unit: Unit;
  readonly accounts: number;
  readonly balance: bigint;
  readonly held: bigint;
}

export interface Audit {
  readonly totals: readonly AccountTotal[];
  /** Sum over all accounts of each unit; must be 0n. */
  readonly sums: Readonly<Record<Unit, bigint>>;
  readonly transfers: bigint;
  /** Accounts that differ from the sum of their transfers and holds, or are below their limit; must be empty. */
  readonly wrongAccounts: readonly string[];
  /** Holds past their expiry; empty except briefly. */
  readonly expiredHolds: readonly string[];
  /** Whether all invariants hold. */
  readonly isSound: boolean;
}

interface Row {
  code: string;
  unit: Unit;
  is_tracked: boolean;
  minimum: string | null;
  balance: string;
  held: string;
  moved: string;
  open: string;
}

/** Reads all transfers in one snapshot. The duration grows with their number. */
export const audit = (db: Db): Promise<Audit> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const { rows } = await accountRows.execute(trx);
      const { rows: counted } = await sql<{ count: bigint }>`select count(*) from ledger_transfer`.execute(trx);
      const expired = await expiredHolds(trx);
      const wrongAccounts = rows.filter(isWrong).map(({ code, unit }) => `${code} ${unit}`);
      const sums = { LAND: sumOf(rows, "LAND"), POINT: sumOf(rows, "POINT") };
      const isSound = wrongAccounts.length + expired.length === 0 && sums.LAND === 0n && sums.POINT === 0n;
      return {
        totals: totalsOf(rows),
        sums,
        transfers: counted[0]!.count,
        wrongAccounts,
        expiredHolds: expired,
        isSound,
      };
    });

const accountRows = sql<Row>`
  with moves as (
    select from_id as id, -amount as amount from ledger_transfer where kind in ('post', 'capture')
    union all select to_id, amount from ledger_transfer where kind in ('post', 'capture')
  ), moved as (select id, sum(amount) as amount from moves group by id),
  open as (
    select from_id as id, sum(amount) as amount from ledger_transfer as held where kind = 'hold'
      and not exists (select from ledger_transfer as ended where ended.hold_id = held.id) group by from_id
  )
  select code, unit, team_id is not null as is_tracked, minimum::text, balance::text, held::text,
    coalesce(moved.amount, 0)::text as moved, coalesce(open.amount, 0)::text as open
  from ledger_account left join moved using (id) left join open using (id)
`;

const isWrong = ({ is_tracked, minimum, balance, held, moved, open }: Row): boolean => {
  if (!is_tracked) return false;
  if (balance !== moved || held !== open) return true;
  return minimum !== null && BigInt(moved) - BigInt(open) < BigInt(minimum);
};

/** Returns an account's balance: the running balance of a team's account, the sum of transfers of others. */
const balanceOf = ({ is_tracked, balance, moved }: Row): bigint => BigInt(is_tracked ? balance : moved);

const sumOf = (rows: readonly Row[], unit: Unit): bigint =>
  rows.filter((row) => row.unit === unit).reduce((sum, row) => sum + balanceOf(row), 0n);

const totalsOf = (rows: readonly Row[]): AccountTotal[] => {
  const groups = Map.groupBy(rows, ({ code, unit }) => `${code.split(":")[0]} ${unit}`);
  const totals = [...groups].map(([name, group]) => ({
    account: name.split(" ")[0]!,
    unit: group[0]!.unit,
    accounts: group.length,
    balance: group.reduce((sum, row) => sum + balanceOf(row), 0n),
    held: group.reduce((sum, row) => sum + BigInt(row.held), 0n),
  }));
  return totals.toSorted((a, b) => (a.account + a.unit < b.account + b.unit ? -1 : 1));
};
