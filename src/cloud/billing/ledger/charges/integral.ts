/** Integrates storage over time: its cost is the area under its level, above the grants. */
import type { GrantFact, LevelChange, StorageFact } from "../usage/facts.ts";
import { hourOf, microsPerHour, type Micros } from "./moments.ts";

/** Bytes × microseconds within one hour. */
export interface HourArea {
  readonly hour: Micros;
  readonly total: bigint;
  /** Area above the sum of the active grants. */
  readonly excess: bigint;
}

/**
 * Returns exact areas per hour: between changes of level, grants or hour, everything is constant. Skips hours without
 * stored bytes.
 */
export const areasOf = (storage: StorageFact, grants: readonly GrantFact[], until: Micros): HourArea[] => {
  const since = firstStored(storage);
  if (since === undefined || since >= until) return [];
  const areas = new Map<Micros, { total: bigint; excess: bigint }>();
  const moments = momentsBetween(since, until, storage.changes, grants);
  let level = storage.settledBytes;
  let next = 0;
  moments.slice(0, -1).forEach((from, at) => {
    while (next < storage.changes.length && storage.changes[next]!.at <= from)
      level = storage.changes[next++]!.sizeBytes;
    if (level === 0n) return;
    const duration = moments[at + 1]! - from;
    const area = areas.get(hourOf(from)) ?? { total: 0n, excess: 0n };
    area.total += level * duration;
    area.excess += above(level, allowedAt(grants, from)) * duration;
    areas.set(hourOf(from), area);
  });
  return [...areas].map(([hour, area]) => ({ hour, ...area }));
};

/** Returns the bytes that grants allow at a moment. */
export const allowedAt = (grants: readonly GrantFact[], moment: Micros): bigint =>
  grants.filter((grant) => isActiveAt(grant, moment)).reduce((sum, { amount }) => sum + amount, 0n);

export const isActiveAt = ({ startsAt, endsAt }: Pick<GrantFact, "startsAt" | "endsAt">, moment: Micros): boolean =>
  startsAt <= moment && (endsAt === undefined || endsAt > moment);

export const above = (amount: bigint, limit: bigint): bigint => (amount > limit ? amount - limit : 0n);

/** Returns the level at the end. */
export const levelAt = ({ settledBytes, changes }: StorageFact): bigint => changes.at(-1)?.sizeBytes ?? settledBytes;

const firstStored = ({ settledAt, settledBytes, changes }: StorageFact): Micros | undefined =>
  settledBytes > 0n ? settledAt : changes[0]?.at;

const momentsBetween = (
  since: Micros,
  until: Micros,
  changes: readonly LevelChange[],
  grants: readonly GrantFact[],
): Micros[] => {
  const moments = new Set([since, until]);
  const add = (moment: Micros | undefined): void => {
    if (moment !== undefined && moment > since && moment < until) moments.add(moment);
  };
  for (let hour = hourOf(since) + microsPerHour; hour < until; hour += microsPerHour) moments.add(hour);
  changes.forEach(({ at }) => add(at));
  grants.forEach(({ startsAt, endsAt }) => [startsAt, endsAt].forEach(add));
  return [...moments].toSorted((a, b) => (a < b ? -1 : 1));
};
