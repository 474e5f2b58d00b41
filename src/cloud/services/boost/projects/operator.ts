/** Projects managed by operators. */
import { randomUUID } from "node:crypto";
import type { Row } from "../../../../../resources/define.ts";
import type { boostProjects, BoostProjectState } from "../../../../../resources/operator/boost-projects.ts";
import { AppError } from "../../../app-error.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import { containing, countOf, onPage, type PageQuery } from "../../list-query.ts";
import { secondsOf } from "../../seconds-of.ts";
import { isUuid } from "../../uuid.ts";
import { microOf, sixDecimals } from "../micro-amounts.ts";
import type { ProjectRow } from "./list.ts";

type Entry = Row<typeof boostProjects>;
export type ProjectInput = Omit<Entry, "id" | "state" | "pointsGiven" | "usdGiven" | "gives" | "createdAt">;

/** Newest first. */
export const listProjectRows = async (
  db: Db,
  { keyword, ...page }: PageQuery & { readonly keyword?: string | undefined },
  at: number,
): Promise<{ items: Entry[]; total: number }> => {
  const matching = db
    .selectFrom("boost_project")
    .$if(!!keyword, (rows) => rows.where("name", "ilike", containing(keyword!)));
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy("starts_at", "desc").orderBy("id").$call(onPage(page)).execute(),
    countOf(matching),
  ]);
  return { items: rows.map((row) => present(row, at)), total };
};

/** Throws NOT_FOUND. */
export const findProjectRow = async (db: Db, id: string, at: number): Promise<Entry> =>
  present(await rowOf(db, id), at);

/** Throws INVALID_INPUT. */
export const createProject = async (trx: Trx, input: ProjectInput, at: number): Promise<Entry> => {
  const id = randomUUID();
  const columns = columnsFrom(input, { starts: at, points: 0n, usd: 0n });
  await trx
    .insertInto("boost_project")
    .values({ id, ...columns })
    .execute();
  return findProjectRow(trx, id, at);
};

/** Given rewards are kept: no pot can be reduced below them. Throws NOT_FOUND, INVALID_INPUT. */
export const editProject = async (
  trx: Trx,
  { id, input, at }: { readonly id: string; readonly input: ProjectInput; readonly at: number },
): Promise<Entry> => {
  await trx
    .selectFrom("boost_project")
    .select("id")
    .where("id", "=", isUuid(id) ? id : randomUUID())
    .forUpdate()
    .execute();
  const row = await rowOf(trx, id);
  const given = { points: BigInt(row.points_given), usd: BigInt(row.usd_given) };
  const columns = columnsFrom(input, { starts: Number(row.starts_at), ...given });
  await trx.updateTable("boost_project").set(columns).where("id", "=", id).execute();
  return findProjectRow(trx, id, at);
};

/** Returns the project's name. Throws NOT_FOUND, and BOOST_PROJECT_USED once a node has claimed from it. */
export const deleteProject = async (trx: Trx, id: string): Promise<string> => {
  const { name } = await rowOf(trx, id);
  const deleted = await trx
    .deleteFrom("boost_project")
    .where("id", "=", id)
    .where("points_given", "=", "0")
    .where("usd_given", "=", "0")
    .returning("id")
    .executeTakeFirst();
  if (!deleted) throw new AppError("BOOST_PROJECT_USED");
  return name;
};

const rowOf = async (db: Db, id: string): Promise<ProjectRow> => {
  const query = db.selectFrom("boost_project").selectAll();
  const row = isUuid(id) ? await query.where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

const columnsFrom = (
  input: ProjectInput,
  minimum: { readonly starts: number; readonly points: bigint; readonly usd: bigint },
) => {
  const [pointsEach, pointsPot, usdEach, usdPot] = [input.pointsEach, input.pointsPot, input.usdEach, input.usdPot].map(
    (typed) => microOf(typed || "0"),
  ) as [bigint, bigint, bigint, bigint];
  const starts = input.startsAt ?? minimum.starts;
  const fields: Record<string, string[]> = {
    ...(pointsEach === 0n &&
      usdEach === 0n && { pointsEach: ["Points: enter the reward per node, in points or USDT."] }),
    ...(pointsPot < max(pointsEach, minimum.points) && {
      pointsPot: [tooSmall("Total points", max(pointsEach, minimum.points))],
    }),
    ...(usdPot < max(usdEach, minimum.usd) && { usdPot: [tooSmall("Total USDT", max(usdEach, minimum.usd))] }),
    ...(input.endsAt <= starts && { endsAt: ["Until: choose a time after the start."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
  return {
    name: input.name,
    description: input.description,
    logo: input.logo ?? null,
    link: input.link ?? null,
    starts_at: starts,
    ends_at: input.endsAt,
    least_points: microOf(input.leastPoints || "0").toString(),
    points_each: pointsEach.toString(),
    points_pot: pointsPot.toString(),
    usd_each: usdEach.toString(),
    usd_pot: usdPot.toString(),
  };
};

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const tooSmall = (label: string, least: bigint): string => `${label}: enter at least ${sixDecimals(least)}.`;

const present = (row: ProjectRow, at: number): Entry => {
  const [points, usd] = [sixDecimals(BigInt(row.points_each)), sixDecimals(BigInt(row.usd_each))];
  const gives = [points !== "0" && `${points} points`, usd !== "0" && `${usd} USDT`].filter((one) => one !== false);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...(row.logo !== null && { logo: row.logo }),
    ...(row.link !== null && { link: row.link }),
    startsAt: Number(row.starts_at),
    endsAt: Number(row.ends_at),
    leastPoints: sixDecimals(BigInt(row.least_points)),
    pointsEach: points,
    pointsPot: sixDecimals(BigInt(row.points_pot)),
    pointsGiven: sixDecimals(BigInt(row.points_given)),
    usdEach: usd,
    usdPot: sixDecimals(BigInt(row.usd_pot)),
    usdGiven: sixDecimals(BigInt(row.usd_given)),
    gives: gives.join(", "),
    state: stateAt(row, at),
    createdAt: secondsOf(row.created_at),
  };
};

const stateAt = ({ starts_at, ends_at }: ProjectRow, at: number): BoostProjectState => {
  if (Number(starts_at) > at) return "scheduled";
  return Number(ends_at) <= at ? "ended" : "online";
};
