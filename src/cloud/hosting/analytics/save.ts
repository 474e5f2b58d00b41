/** Saves visits: hourly counts, rankings of the day, visitors of the day as hashes, and the log of the last day. */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import {
  analyticsDays,
  analyticsTopKept,
  otherValue,
  requestLogHours,
  requestLogMax,
} from "../../../../resources/hosting/analytics.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Visit } from "./collect.ts";

export type TopKind = RowOf<"site_top">["kind"];

/** Returns the country of an address as a code of ISO 3166-1, such as "DE". */
export type CountryOf = (address: string) => string | undefined;

interface Count {
  requests: number;
  views: number;
  visitors: number;
  missing: number;
  bytes: number;
}

/** Rows per statement: PostgreSQL takes 65,535 values. */
const rowsMax = 5000;

/** Saves visits. Those of deleted projects are dropped. */
export const saveVisits = async (db: Db, visits: readonly Visit[], countryOf: CountryOf): Promise<void> => {
  if (visits.length === 0) return;
  const ids = [...new Set(visits.map(({ projectId }) => projectId))].toSorted();
  await db.transaction().execute(async (trx) => {
    // The same lock order everywhere prevents deadlocks.
    const rows = await trx
      .selectFrom("project")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forKeyShare()
      .execute();
    const alive = new Set(rows.map(({ id }) => id));
    const counted = visits.filter(({ projectId }) => alive.has(projectId));
    const isNew = await newVisitors(trx, counted);
    await addHours(trx, counted, isNew);
    await addTops(trx, counted, countryOf);
    await addRequests(trx, counted);
  });
};

/** Deletes counts and requests after their time, the salts of past days, and with them what could tell who visited. */
export const sweepVisits = async (db: Db): Promise<void> => {
  const oldest = new Date(Date.now() - analyticsDays * 86_400_000);
  await db.deleteFrom("site_hour").where("hour", "<", oldest).execute();
  await db.deleteFrom("site_top").where("day", "<", dayOf(oldest)).execute();
  const today = dayOf(new Date());
  await db.deleteFrom("site_salt").where("day", "<", today).execute();
  await db.deleteFrom("site_visitor").where("day", "<", today).execute();
  await db
    .deleteFrom("site_request")
    .where("created_at", "<", new Date(Date.now() - requestLogHours * 3_600_000))
    .execute();
  // The newest requests of each project stay.
  await sql`
    delete from site_request using (
      select project_id, id as oldest from (
        select project_id, id, row_number() over (partition by project_id order by id desc) as place from site_request
      ) placed where place = ${requestLogMax}
    ) kept
    where site_request.project_id = kept.project_id and site_request.id < kept.oldest
  `.execute(db);
};

/** Records the visitors of views. Returns a function that tells, once each, whether a visit was the first of its visitor that day. */
const newVisitors = async (trx: Trx, visits: readonly Visit[]): Promise<(visit: Visit) => boolean> => {
  const keys = new Map<Visit, string>();
  const rows = new Map<string, { project_id: string; day: string; visitor: Buffer }>();
  for (const visit of visits) {
    if (!visit.isView) continue;
    const day = dayOf(visit.at);
    const visitor = hashOf(await saltOf(trx, day), visit);
    const key = `${visit.projectId} ${day} ${visitor.toString("hex")}`;
    keys.set(visit, key);
    rows.set(key, { project_id: visit.projectId, day, visitor });
  }
  const fresh = new Set<string>();
  for (const some of slicesOf([...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)))) {
    const inserted = await trx
      .insertInto("site_visitor")
      .values(some.map(([, row]) => row))
      .onConflict((conflict) => conflict.doNothing())
      .returning(["project_id", "visitor"])
      .returning(sql<string>`to_char(day, 'YYYY-MM-DD')`.as("date"))
      .execute();
    for (const { project_id: id, date, visitor } of inserted) fresh.add(`${id} ${date} ${visitor.toString("hex")}`);
  }
  return (visit) => fresh.delete(keys.get(visit) ?? "");
};

const hashOf = (salt: Uint8Array, { projectId, address, agent }: Visit): Buffer =>
  createHash("sha256").update(salt).update(`${projectId}\n${address}\n${agent}`).digest().subarray(0, 12);

/** The salt of a day, the same in every process. */
const saltOf = async (trx: Trx, day: string): Promise<Uint8Array> => {
  const found = await trx.selectFrom("site_salt").select("salt").where("day", "=", day).executeTakeFirst();
  if (found) return found.salt;
  await trx
    .insertInto("site_salt")
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx.selectFrom("site_salt").select("salt").where("day", "=", day).executeTakeFirstOrThrow();
  return row.salt;
};

const addHours = async (trx: Trx, visits: readonly Visit[], isNew: (visit: Visit) => boolean): Promise<void> => {
  const counts = new Map<string, Count & { project_id: string; hour: Date }>();
  for (const visit of visits) {
    const hour = new Date(Math.floor(visit.at.getTime() / 3_600_000) * 3_600_000);
    const key = `${visit.projectId} ${hour.getTime()}`;
    const none = { requests: 0, views: 0, visitors: 0, missing: 0, bytes: 0 };
    const count = counts.get(key) ?? { project_id: visit.projectId, hour, ...none };
    counts.set(key, count);
    count.requests += 1;
    count.views += visit.isView ? 1 : 0;
    count.visitors += isNew(visit) ? 1 : 0;
    count.missing += visit.code === 404 ? 1 : 0;
    count.bytes += visit.bytes;
  }
  for (const some of slicesOf(sorted(counts)))
    await trx
      .insertInto("site_hour")
      .values(
        some.map(({ requests, views, visitors, missing, bytes, ...row }) => ({
          ...row,
          requests: BigInt(requests),
          views: BigInt(views),
          visitors: BigInt(visitors),
          missing: BigInt(missing),
          bytes: BigInt(bytes),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["project_id", "hour"]).doUpdateSet({
          requests: sql`site_hour.requests + excluded.requests`,
          views: sql`site_hour.views + excluded.views`,
          visitors: sql`site_hour.visitors + excluded.visitors`,
          missing: sql`site_hour.missing + excluded.missing`,
          bytes: sql`site_hour.bytes + excluded.bytes`,
        }),
      )
      .execute();
};

/** Adds to the rankings of the day. Once a day has the maximum number of values, new ones are counted together. */
const addTops = async (trx: Trx, visits: readonly Visit[], countryOf: CountryOf): Promise<void> => {
  const rankings = new Map<string, { id: string; day: string; kind: TopKind; values: Map<string, number> }>();
  for (const visit of visits)
    for (const [kind, value] of topsOf(visit, countryOf)) {
      const [id, day] = [visit.projectId, dayOf(visit.at)];
      const key = `${id} ${day} ${kind}`;
      const ranking = rankings.get(key) ?? { id, day, kind, values: new Map<string, number>() };
      rankings.set(key, ranking);
      ranking.values.set(value, (ranking.values.get(value) ?? 0) + 1);
    }
  for (const { id, day, kind, values } of sorted(rankings)) {
    const stored = await trx
      .selectFrom("site_top")
      .select("value")
      .where("project_id", "=", id)
      .where("day", "=", day)
      .where("kind", "=", kind)
      .execute();
    const known = new Set(stored.map(({ value }) => value));
    const added = new Map<string, number>();
    for (const [value, count] of values) {
      const isKept = known.has(value) || known.size < analyticsTopKept;
      if (isKept) known.add(value);
      const name = isKept ? value : otherValue;
      added.set(name, (added.get(name) ?? 0) + count);
    }
    await trx
      .insertInto("site_top")
      .values(
        [...added]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([value, count]) => ({ project_id: id, day, kind, value, count: BigInt(count) })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "day", "kind", "value"])
          .doUpdateSet({ count: sql`site_top.count + excluded.count` }),
      )
      .execute();
  }
};

const topsOf = (visit: Visit, countryOf: CountryOf): [TopKind, string][] => {
  if (visit.code === 404) return [["missing", visit.path]];
  if (!visit.isView) return [];
  const country = countryOf(visit.address);
  return [
    ["page", visit.path],
    ...(visit.referrer === "" ? [] : [["referrer", visit.referrer] as [TopKind, string]]),
    ...(country === undefined ? [] : [["country", country] as [TopKind, string]]),
  ];
};

const addRequests = async (trx: Trx, visits: readonly Visit[]): Promise<void> => {
  for (const some of slicesOf(visits))
    await trx
      .insertInto("site_request")
      .values(
        some.map(({ projectId, at, method, host, path, code, bytes, referrer, client }) => ({
          project_id: projectId,
          created_at: at,
          method,
          host,
          path,
          code,
          size: BigInt(bytes),
          referrer,
          client,
        })),
      )
      .execute();
};

/** Values in the order of their keys: the same order everywhere prevents deadlocks. */
const sorted = <T>(map: ReadonlyMap<string, T>): T[] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);

const slicesOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) => rows.slice(at * rowsMax, (at + 1) * rowsMax));

/** Formats a date in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
