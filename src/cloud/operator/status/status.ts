/**
 * The public status page: each service is checked once a minute, and a minute without a successful check counts as down, also while the
 * whole instance is.
 */
import { sql } from "kysely";
import { instanceStatus, statusDays, type ServiceStatus } from "../../../../resources/operator/instance-status.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { AppError } from "../../kernel/app-error.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Duty } from "../../kernel/duties.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

const checkMs = 60_000;
/** Longest time that a check may take: a node that answers later doesn't work. */
const answerMs = 10_000;
/** From this age of the last check, nothing is known to be up. */
const silentMs = 3 * checkMs;
const dayMs = 86_400_000;

/** A service by name, with a check that rejects while it doesn't work. */
export type Check = readonly [name: string, check: () => Promise<unknown>];

type Checked = Pick<Engines, "blocks" | "database" | "evm">;

/** The services of an instance. The database has no check: without it nothing is recorded. */
export const checksOf = ({ blocks, database: { db }, evm }: Checked): readonly Check[] => [
  ["Dashboard and API", async () => undefined],
  ["Sites and storage", () => blocks.ping()],
  ["Builds", () => workerOf(db)],
  ...(evm.embedded
    ? [["Local chains", async () => evm.ready?.()] as const]
    : evm.chains.map(({ chain, connect }) => [chain.name, async () => (await connect()).getBlockNumber()] as const)),
];

/** Rejects while no worker reports. */
const workerOf = (db: Db) =>
  db
    .selectFrom("process")
    .select("id")
    .where("roles", "like", "%worker%")
    .where("seen_at", ">", sql<Date>`now() - interval '1 minute'`)
    .executeTakeFirstOrThrow();

interface Status {
  readonly routes: readonly Route[];
  readonly duties: readonly Duty[];
}

/** The call and the duty of the status page. Without STATUS_PAGE=on nothing is checked, and the call answers NOT_FOUND. */
export const createStatus = (engines: Checked, { STATUS_PAGE }: Pick<Config, "STATUS_PAGE">): Status => {
  const { db } = engines.database;
  const isOn = STATUS_PAGE === "on";
  return {
    routes: [
      route(instanceStatus, async () => {
        if (!isOn) throw new AppError("NOT_FOUND");
        return readStatus(db, Date.now());
      }),
    ],
    duties: isOn
      ? [
          {
            name: "Check the services for the status page",
            every: "1 min",
            scope: "cluster",
            run: () => recordChecks(db, checksOf(engines), Date.now()),
          },
        ]
      : [],
  };
};

/** Checks all services and records the results. Services that no longer exist are deleted. `now` in milliseconds. */
export const recordChecks = async (db: Db, checks: readonly Check[], now: number): Promise<void> => {
  const results = await Promise.all(checks.map(async ([name, check]) => ({ name, isUp: await succeeds(check) })));
  const at = new Date(now);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("service_state")
      .where(
        "service",
        "not in",
        results.map(({ name }) => name),
      )
      .execute();
    for (const [place, { name, isUp }] of results.entries()) {
      await trx
        .insertInto("service_state")
        .values({ service: name, place, is_up: isUp, since: at, first_at: at, checked_at: at })
        .onConflict((conflict) =>
          conflict.column("service").doUpdateSet({
            place,
            is_up: isUp,
            since: sql`case when service_state.is_up = ${isUp} then service_state.since else ${at} end`,
            checked_at: at,
          }),
        )
        .execute();
      if (!isUp) continue;
      await trx
        .insertInto("service_day")
        .values({ service: name, day: dayOf(now), minutes_up: 1 })
        .onConflict((conflict) =>
          conflict.columns(["service", "day"]).doUpdateSet({ minutes_up: sql`service_day.minutes_up + 1` }),
        )
        .execute();
    }
    await trx
      .deleteFrom("service_day")
      .where("day", "<", dayOf(now - statusDays * dayMs))
      .execute();
  });
};

const succeeds = async (check: () => Promise<unknown>): Promise<boolean> => {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), answerMs);
  try {
    return await Promise.race([check().then(() => true), late.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

/** "2026-11-29", in UTC. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The status as the page shows it. `now` in milliseconds. */
export const readStatus = async (
  db: Db,
  now: number,
): Promise<{ readonly services: ServiceStatus[]; readonly checkedAt: number }> => {
  const [states, days] = await Promise.all([
    db.selectFrom("service_state").selectAll().orderBy("place").execute(),
    db
      .selectFrom("service_day")
      .select(["service", "minutes_up"])
      .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as("day"))
      .execute(),
  ]);
  const minutes = new Map(days.map((row) => [`${row.service} ${row.day}`, row.minutes_up]));
  const today = Math.floor(now / dayMs) * dayMs;
  const services = states.map(({ service, is_up: wasUp, since, first_at: firstAt, checked_at: checkedAt }) => {
    const isSilent = now - checkedAt.getTime() > silentMs;
    return {
      name: service,
      isUp: wasUp && !isSilent,
      since: secondsOf(wasUp && isSilent ? checkedAt : since),
      days: Array.from({ length: statusDays }, (_, at) => {
        const start = today - (statusDays - 1 - at) * dayMs;
        const from = Math.max(start, firstAt.getTime());
        const until = Math.min(start + dayMs, now);
        if (from >= start + dayMs) return null;
        // The check at the start of a minute stands for that minute.
        const expected = Math.max(1, Math.floor((until - from) / checkMs));
        return Math.min(1, (minutes.get(`${service} ${dayOf(start)}`) ?? 0) / expected);
      }),
    };
  });
  const last = states.reduce((latest, { checked_at: at }) => Math.max(latest, at.getTime()), 0);
  return { services, checkedAt: Math.floor(last / 1000) };
};
