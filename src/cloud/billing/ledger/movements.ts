/** Lists the movements of a team's account, and of a merged team's account, in order: the lines of its statements. */
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { codeOf } from "./accounts.ts";
import type { SystemAccount, Unit } from "./ledger.ts";
import { namedId } from "./named-id.ts";

export interface Movement {
  readonly id: string;
  readonly number: bigint;
  readonly at: Date;
  readonly reason: string;
  readonly ref: Readonly<Record<string, unknown>>;
  /** The other account. "team": another account of the same merge. */
  readonly other: SystemAccount | "team";
  /** Whether it is a credit. */
  readonly isIn: boolean;
  /** Negative for debits. */
  readonly amount: bigint;
  /** Balance of the account afterwards. */
  readonly balance: bigint;
  /** The part that the team could not pay and owes. */
  readonly owed: bigint;
  /** On the account of a merged team; `balance` is that account's. */
  readonly isMerged: boolean;
}

export interface MovementQuery {
  /** The team's own account by default, the account merged into it, or both. */
  readonly account?: "own" | "merged" | "both";
  /** LAND by default. Points are integers, LAND is ×1e18. */
  readonly unit?: Unit;
  /** Start (inclusive) and end (exclusive). */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only movements listed after this one. */
  readonly after?: Pick<Movement, "number" | "isMerged"> | undefined;
}

interface Page {
  readonly size: number;
  readonly offset?: number;
}

/**
 * Returns movements, newest first. A merge moves the merged account's balance to the own one: both lines have the same
 * number.
 */
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
  /** The used resource; empty for other movements. */
  readonly resource: string;
  /** Whether it is a credit. */
  readonly isIn: boolean;
  /** ×1e18, negative for debits. */
  readonly amount: bigint;
}

/** Returns the sums of all movements on the own account, by month and reason, oldest month first. */
export const monthlySums = async (db: Db, teamId: string): Promise<MonthlySum[]> => {
  const { rows } = await sql<Omit<MonthlySum, "amount"> & { amount: string }>`
    select to_char(moved.created_at at time zone 'utc', 'YYYY-MM') as month, split_part(other.code, ':', 1) as other,
      coalesce(moved.ref ->> 'resource', '') as resource, moved.is_in as "isIn", sum(moved.amount)::text as amount
    from (${movementsOf(teamId)}) as moved join ledger_account as other on other.id = moved.other_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  `.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
};

/** Returns the balance of an account right before a moment, ×1e18. */
export const balanceBefore = async (
  db: Db,
  teamId: string,
  moment: Date,
  account: "own" | "merged" = "own",
): Promise<bigint> => {
  const [last] = await readMovements(db, teamId, { until: moment, account }, { size: 1 });
  return last?.balance ?? 0n;
};

/** Returns the time of the first movement on a merged account; undefined without one. */
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

/** Excludes holds, which have not moved yet. */
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

/** See `collect` in debt.ts, which names the two parts of one posting. */
const owedFor = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, bigint>> => {
  const ids = new Map(rows.map(({ id }) => [namedId(id, "owed"), id]));
  const postings = await db
    .selectFrom("ledger_transfer")
    .select(["id", "amount"])
    .where("id", "=", sql<string>`any(${[...ids.keys()]}::uuid[])`)
    .execute();
  return new Map(postings.map(({ id, amount }) => [ids.get(id)!, BigInt(amount)]));
};
