/** What moved on a team's account, and on that of a team merged into it, in its order: the lines of its statements. */
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../engines/database/database.ts";
import { codeOf } from "./accounts.ts";
import type { SystemAccount, Unit } from "./ledger.ts";
import { namedId } from "./named-id.ts";

export interface Movement {
  readonly id: string;
  readonly number: bigint;
  readonly at: Date;
  readonly reason: string;
  readonly ref: Readonly<Record<string, unknown>>;
  /** Where it came from, or went. "team": another account of the same merge. */
  readonly other: SystemAccount | "team";
  /** Whether it came or went. */
  readonly isIn: boolean;
  /** Below zero for what went. */
  readonly amount: bigint;
  /** Of the account after it. */
  readonly balance: bigint;
  /** What the team could not pay of it, and owes from then on. */
  readonly owed: bigint;
  /** On the account of a team that was merged into this one; `balance` is that account's. */
  readonly isMerged: boolean;
}

export interface MovementQuery {
  /** The team's own account by default, the one that was merged into it, or both. */
  readonly account?: "own" | "merged" | "both";
  /** LAND by default; amounts of points are whole, those of LAND ×1e18. */
  readonly unit?: Unit;
  /** The first moment that belongs to it, and the first that does not anymore. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only those listed after this one. */
  readonly after?: Pick<Movement, "number" | "isMerged"> | undefined;
}

interface Page {
  readonly size: number;
  readonly offset?: number;
}

/** The newest first. A merge moves what the merged account had from there to the own one: both lines have one number. */
export const readMovements = async (
  db: Db,
  teamId: string,
  query: MovementQuery,
  { size, offset = 0 }: Page,
): Promise<Movement[]> => {
  const { rows } = await sql<Row>`
    select moved.id, moved.number, moved.created_at, moved.reason, moved.ref, moved.is_in as "isIn", moved.amount::text, moved.balance::text,
      moved.is_merged as "isMerged", split_part(other.code, ':', 1) as other
    from (${movementsOf(teamId, query)}) as moved join ledger_account as other on other.id = moved.other_id
    where ${matching(query)} order by moved.number desc, moved.is_merged limit ${size} offset ${offset}
  `.execute(db);
  const owed = await owedFor(db, rows);
  return rows.map(({ created_at, amount, balance, ...row }) => ({
    ...row,
    reason: row.isMerged && row.other === "team" ? "Merged into this account" : row.reason,
    at: created_at,
    amount: BigInt(amount),
    balance: BigInt(balance),
    owed: owed.get(row.id) ?? 0n,
  }));
};

export const countMovements = async (db: Db, teamId: string, query: MovementQuery): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (${movementsOf(teamId, query)}) as moved where ${matching(query)}
  `.execute(db);
  return Number(rows[0]!.count);
};

export interface MonthlySum {
  /** As "2026-11", in UTC. */
  readonly month: string;
  readonly other: Movement["other"];
  /** What was used; empty where it was no use. */
  readonly resource: string;
  /** Whether it came or went. */
  readonly isIn: boolean;
  /** ×1e18, below zero for what went. */
  readonly amount: bigint;
}

/** All that ever moved on the own account, by month and by what it was for; the oldest month first. */
export const monthlySums = async (db: Db, teamId: string): Promise<MonthlySum[]> => {
  const { rows } = await sql<Omit<MonthlySum, "amount"> & { amount: string }>`
    select to_char(moved.created_at at time zone 'utc', 'YYYY-MM') as month, split_part(other.code, ':', 1) as other,
      coalesce(moved.ref ->> 'resource', '') as resource, moved.is_in as "isIn", sum(moved.amount)::text as amount
    from (${movementsOf(teamId)}) as moved join ledger_account as other on other.id = moved.other_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  `.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
};

/** ×1e18 that were on an account right before a moment. */
export const balanceBefore = async (
  db: Db,
  teamId: string,
  moment: Date,
  account: "own" | "merged" = "own",
): Promise<bigint> => {
  const [last] = await readMovements(db, teamId, { until: moment, account }, { size: 1 });
  return last?.balance ?? 0n;
};

/** When something first moved on an account that was merged into the team's; undefined without one. */
export const mergedSince = async (db: Db, teamId: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from (${movementsOf(teamId, { account: "merged" })}) as moved
  `.execute(db);
  return rows[0]!.at ?? undefined;
};

interface Row extends Omit<Movement, "at" | "amount" | "balance" | "owed"> {
  readonly created_at: Date;
  readonly amount: string;
  readonly balance: string;
}

/** What was set aside has not moved yet. */
const movementsOf = (
  teamId: string,
  { unit = "LAND", account = "own" }: Pick<MovementQuery, "unit" | "account"> = {},
): RawBuilder<unknown> => {
  const own = sql`(select id from ledger_account where code = ${codeOf({ teamId, unit })} and unit = ${unit})`;
  const merged = sql`(select id from ledger_account where merged_into = ${teamId} and unit = ${unit})`;
  const movements = {
    own: [movementsOn(own, false)],
    merged: [movementsOn(merged, true)],
    both: [movementsOn(own, false), movementsOn(merged, true)],
  };
  return sql.join(movements[account], sql` union all `);
};

const movementsOn = (account: RawBuilder<unknown>, isMerged: boolean): RawBuilder<unknown> => sql`
  select id, number, created_at, reason, ref, -amount as amount, from_balance as balance, to_id as other_id, false as is_in,
    ${isMerged}::boolean as is_merged
  from ledger_transfer where from_id = ${account} and from_balance is not null and kind in ('post', 'capture')
  union all
  select id, number, created_at, reason, ref, amount, to_balance, from_id, true, ${isMerged}::boolean
  from ledger_transfer where to_id = ${account} and to_balance is not null and kind in ('post', 'capture')
`;

const matching = ({ since, until, after }: MovementQuery): RawBuilder<boolean> =>
  sql<boolean>`
    (${since ?? null}::timestamptz is null or moved.created_at >= ${since ?? null})
    and (${until ?? null}::timestamptz is null or moved.created_at < ${until ?? null})
    and (${after?.number.toString() ?? null}::int8 is null or moved.number < ${after?.number.toString() ?? null}::int8
      or (moved.number = ${after?.number.toString() ?? null}::int8 and moved.is_merged > ${after?.isMerged ?? null}::boolean))
  `;

/** See `collect` of debt.ts, which names the two parts of one posting. */
const owedFor = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, bigint>> => {
  const ids = new Map(rows.map(({ id }) => [namedId(id, "owed"), id]));
  const found = await db
    .selectFrom("ledger_transfer")
    .select(["id", "amount"])
    .where("id", "=", sql<string>`any(${[...ids.keys()]}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, amount }) => [ids.get(id)!, BigInt(amount)]));
};
