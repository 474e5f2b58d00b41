/** Projects as shown to nodes and visitors. */
import type { BoostProject, ProjectClaim } from "../../../../resources/boost/airdrops/project-calls.ts";
import { notFound } from "../../kernel/app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { sixDecimals } from "../micro-amounts.ts";

export type ProjectRow = RowOf<"boost_project">;
type Claim = BoostProject["claims"][number];

/** More than any instance runs at a time. */
const shownMax = 200;

/** Running projects, newest first. */
export const listProjects = async (db: Db, nodeId: string | undefined, at: number): Promise<BoostProject[]> => {
  const rows = await db
    .selectFrom("boost_project")
    .selectAll()
    .where("starts_at", "<=", BigInt(at))
    .where("ends_at", ">", BigInt(at))
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .limit(shownMax)
    .execute();
  return presentAll(db, rows, nodeId, at);
};

/** Throws NOT_FOUND, also for a project that hasn't started. */
export const findProject = async (
  db: Db,
  id: string,
  { nodeId, at }: { readonly nodeId: string | undefined; readonly at: number },
): Promise<BoostProject> => {
  const row = await startedProject(db, id, at);
  return (await presentAll(db, [row], nodeId, at))[0]!;
};

/** Throws NOT_FOUND. */
export const startedProject = async (db: Db, id: string, at: number): Promise<ProjectRow> => {
  const query = db.selectFrom("boost_project").selectAll().where("starts_at", "<=", BigInt(at));
  return query.where("id", "=", uuidOf(id)).executeTakeFirstOrThrow(notFound);
};

/** Reward per node, total pot and given amount. */
export const potOf = (row: ProjectRow, kind: ProjectClaim) =>
  kind === "POINTS"
    ? { each: BigInt(row.points_each), pot: BigInt(row.points_pot), given: BigInt(row.points_given) }
    : { each: BigInt(row.usd_each), pot: BigInt(row.usd_pot), given: BigInt(row.usd_given) };

/** What a node received from all projects. */
export const rewardsOf = async (db: Db, nodeId: string): Promise<{ points: string; usd: string }> => {
  const rows = await db
    .selectFrom("boost_project_claim")
    .select(({ fn }) => ["kind", fn.sum<string>("amount").as("sum")])
    .where("node_id", "=", nodeId)
    .groupBy("kind")
    .execute();
  const sumOf = (kind: ProjectClaim) => sixDecimals(BigInt(rows.find((row) => row.kind === kind)?.sum ?? 0));
  return { points: sumOf("POINTS"), usd: sumOf("USDT") };
};

const presentAll = async (
  db: Db,
  rows: readonly ProjectRow[],
  nodeId: string | undefined,
  at: number,
): Promise<BoostProject[]> => {
  const [node, claimed] = nodeId === undefined ? [undefined, []] : await claimsOf(db, nodeId, rows);
  return rows.map((row) => {
    const claimStatus = (kind: ProjectClaim): Pick<Claim, "status" | "reason"> => {
      if (claimed.some((one) => one.project_id === row.id && one.kind === kind))
        return { status: "DONE", reason: null };
      const { each, pot, given } = potOf(row, kind);
      if (Number(row.ends_at) <= at) return { status: "UNDO", reason: "ENDED" };
      if (given + each > pot) return { status: "UNDO", reason: "EMPTY" };
      if (!node) return { status: "UNDO", reason: null };
      const hasPoints = BigInt(node.total) >= BigInt(row.least_points);
      return hasPoints ? { status: "CLAIM", reason: null } : { status: "UNDO", reason: "NEEDS_POINTS" };
    };
    return {
      projectId: row.id,
      name: row.name,
      description: row.description,
      logo: row.logo,
      link: row.link,
      startAt: Number(row.starts_at),
      endAt: Number(row.ends_at),
      leastPoints: sixDecimals(BigInt(row.least_points)),
      claims: (["POINTS", "USDT"] as const)
        .filter((kind) => potOf(row, kind).each > 0n)
        .map((type) => ({ type, amount: sixDecimals(potOf(row, type).each), ...claimStatus(type) })),
    };
  });
};

const claimsOf = (db: Db, nodeId: string, rows: readonly ProjectRow[]) =>
  Promise.all([
    db.selectFrom("boost_node").select("total").where("id", "=", nodeId).executeTakeFirst(),
    rows.length === 0
      ? []
      : db
          .selectFrom("boost_project_claim")
          .select(["project_id", "kind"])
          .where("node_id", "=", nodeId)
          .where(
            "project_id",
            "in",
            rows.map(({ id }) => id),
          )
          .execute(),
  ]);
