import {
  claimProject,
  projectInfo,
  projectPoints,
  projects,
  type ProjectClaim,
} from "../../../../resources/boost/airdrops/project-calls.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import { sixDecimals, microOf } from "../micro-amounts.ts";
import { nodeRoute } from "../nodes/node-route.ts";
import { type Clock, lockNode } from "../nodes/nodes.ts";
import { findProject, rewardsOf, listProjects, startedProject, potOf, type ProjectRow } from "./list.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { movePoints } from "../point-log.ts";
import { credit } from "../usdt.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { boostProjects } from "../../../../resources/operator/boost-projects.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";

/** Projects: operators create them, nodes claim their rewards. */
export const projectRoutes = ({ clock }: { readonly clock: Clock }): Route[] => [
  route(projects, ({ db, caller }) => listProjects(db, caller?.nodeId, clock())),
  route(projectInfo, ({ db, caller, params }) => findProject(db, params.id, { nodeId: caller?.nodeId, at: clock() })),
  nodeRoute(projectPoints, ({ db, caller }) => rewardsOf(db, caller.nodeId)),
  nodeRoute(claimProject, async ({ db, caller: { nodeId }, body }) => ({
    amount: sixDecimals(await claimOf(db, { nodeId, ...body, at: clock() })),
  })),
  ...operatorProjectRoutes(clock),
];

interface Claiming {
  readonly nodeId: string;
  readonly projectId: string;
  readonly type: ProjectClaim;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Gives a node a project's reward (micro-points or millionths of a dollar), once, while supplies last. Throws NOT_FOUND,
 * BOOST_PROJECT_NOT_OPEN, BOOST_PROJECT_CLAIMED, BOOST_PROJECT_NEEDS_POINTS, BOOST_PROJECT_EMPTY.
 */
const claimOf = async (trx: Trx, { nodeId, projectId, type, at }: Claiming): Promise<bigint> => {
  const { total } = await lockNode(trx, nodeId);
  const project = await startedProject(trx, projectId, at);
  const { each } = potOf(project, type);
  if (each === 0n) throw new AppError("NOT_FOUND");
  const claimed = await trx
    .insertInto("boost_project_claim")
    .values({ project_id: projectId, node_id: nodeId, kind: type, amount: each.toString(), claimed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("node_id")
    .executeTakeFirst();
  if (!claimed) throw new AppError("BOOST_PROJECT_CLAIMED");
  if (Number(project.ends_at) <= at) throw new AppError("BOOST_PROJECT_NOT_OPEN");
  if (BigInt(total) < BigInt(project.least_points)) throw new AppError("BOOST_PROJECT_NEEDS_POINTS");
  if (!(await takeFromPot(trx, project, type, each))) throw new AppError("BOOST_PROJECT_EMPTY");
  if (type === "USDT") await credit(trx, nodeId, { kind: "PROJECT", amount: each, projectId });
  else await movePoints(trx, nodeId, { kind: "activity", amount: each, name: project.name });
  return each;
};

/** Returns whether enough was left. */
const takeFromPot = async (trx: Trx, { id }: ProjectRow, type: ProjectClaim, each: bigint): Promise<boolean> => {
  const [givenColumn, pot] =
    type === "POINTS" ? (["points_given", "points_pot"] as const) : (["usd_given", "usd_pot"] as const);
  const updated = await trx
    .updateTable("boost_project")
    .set(({ eb }) => ({ [givenColumn]: eb(givenColumn, "+", each.toString()) }))
    .where("id", "=", id)
    .where(({ eb, ref }) => eb(eb(givenColumn, "+", each.toString()), "<=", ref(pot)))
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
};

// Projects managed by operators.

/** The operator's resource. A project from which a node has claimed stays. */
const operatorProjectRoutes = (clock: Clock): Route[] =>
  tableRoutes(boostProjects, "boost_project", {
    team: null,
    sort: "startsAt",
    target: "name",
    present: (row) => present(row, clock()),
    // Given rewards are kept: no total can be reduced below them.
    before: (project, _change, row) =>
      columnsFrom(project, {
        starts: row ? Number(row.starts_at) : clock(),
        points: BigInt(row?.points_given ?? 0),
        usd: BigInt(row?.usd_given ?? 0),
      }),
    beforeDelete: ({ points_given, usd_given }) => {
      if (points_given !== "0" || usd_given !== "0") throw new AppError("BOOST_PROJECT_USED");
    },
  });

type ProjectInput = Pick<
  Row<typeof boostProjects>,
  "startsAt" | "endsAt" | "leastPoints" | "pointsEach" | "pointsPot" | "usdEach" | "usdPot"
>;

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

const present = (row: ProjectRow, at: number) => {
  const [points, usd] = [sixDecimals(BigInt(row.points_each)), sixDecimals(BigInt(row.usd_each))];
  const gives = [points !== "0" && `${points} points`, usd !== "0" && `${usd} USDT`].filter((one) => one !== false);
  return {
    leastPoints: sixDecimals(BigInt(row.least_points)),
    pointsEach: points,
    pointsPot: sixDecimals(BigInt(row.points_pot)),
    pointsGiven: sixDecimals(BigInt(row.points_given)),
    usdEach: usd,
    usdPot: sixDecimals(BigInt(row.usd_pot)),
    usdGiven: sixDecimals(BigInt(row.usd_given)),
    gives: gives.join(", "),
    state: stateAt(row, at),
  };
};

const stateAt = ({ starts_at, ends_at }: ProjectRow, at: number): Row<typeof boostProjects>["state"] => {
  if (Number(starts_at) > at) return "scheduled";
  return Number(ends_at) <= at ? "ended" : "online";
};
