import {
  claimProject,
  projectInfo,
  projectPoints,
  projects,
  type ProjectClaim,
} from "../../../../../resources/boost/project-calls.ts";
import { route, type Route } from "../../route.ts";
import { sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { nodeRoute } from "../node-route.ts";
import { type Clock, lockNode } from "../nodes.ts";
import { findProject, rewardsOf, listProjects, startedProject, potOf, type ProjectRow } from "./list.ts";
import { operatorProjectRoutes } from "./operator.ts";
import { AppError } from "../../../app-error.ts";
import type { Trx } from "../../../engines/database/database.ts";
import { movePoints } from "../point-log.ts";
import { credit } from "../usdt.ts";

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
