import { claimProject, projectInfo, projectPoints, projects } from "../../../../../resources/boost/project-calls.ts";
import { route, type Route } from "../../route.ts";
import { sixDecimals } from "../../../../../resources/boost/micro-amounts.ts";
import { nodeRoute } from "../node-route.ts";
import type { Clock } from "../nodes.ts";
import { claimOf } from "./claim.ts";
import { findProject, rewardsOf, listProjects } from "./list.ts";
import { operatorProjectRoutes } from "./operator.ts";

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
