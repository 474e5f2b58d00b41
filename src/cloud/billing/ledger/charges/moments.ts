/**
 * Converts moments to integer microseconds since 1970, the database's precision, so that sums of durations stay exact.
 */
import { sql, type Expression, type RawBuilder } from "kysely";

export type Micros = bigint;

export const microsPerSecond = 1_000_000n;
export const microsPerHour = 3600n * microsPerSecond;

export const microsOf = (date: Date): Micros => BigInt(date.getTime()) * 1000n;
/** Converts to a Date, rounded down to the millisecond. */
export const dateOf = (micros: Micros): Date => new Date(Number(micros / 1000n));
export const hourOf = (micros: Micros): Micros => micros - (micros % microsPerHour);

/** Reads a timestamp as microseconds; null stays null. */
export const asMicros = <T extends bigint | null = bigint>(column: Expression<unknown>): RawBuilder<T> =>
  sql<T>`(extract(epoch from ${column}) * 1000000)::int8`;
/** Writes microseconds as a timestamp. */
export const timestamp = (micros: Micros): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros.toString()}::int8 * interval '1 microsecond')`;

/** Returns the start of a moment's month, and below, of the next month (UTC). */
export const monthOf = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()));
export const nextMonthOf = (moment: Date): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1));
