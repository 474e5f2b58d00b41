import {
  collectPoints,
  createNode,
  leaderboard as leaderboardCall,
  node,
  openStage as openStageCall,
  pointHistory,
} from "../../../../resources/boost/node-calls.ts";
import { route, type Route } from "../route.ts";
import { collectNode } from "./collect.ts";
import { sixDecimals } from "../../../../resources/boost/micro-amounts.ts";
import { historyOf } from "./history.ts";
import type { NodeDeps } from "./node-deps.ts";
import { nodeRoute } from "./node-route.ts";
import { nodeOf } from "./nodes.ts";
import { presentNode } from "./present-node.ts";
import { openStage } from "./stages.ts";

/** Joining, earnings, collecting, history and rank of a node. */
export const nodeRoutes = ({
  teams,
  ledger,
  tokens,
  clock,
  join,
  invites,
  leaderboard,
  partner,
}: NodeDeps): Route[] => [
  route(createNode, async ({ db, caller, body: { code } }) => {
    const { row, isNew } = await join(db, { personId: caller.userId, origin: "web", code, at: clock() });
    return { ...(await tokens.issue(db, row.id, caller.sessionId)), isNew };
  }),
  nodeRoute(node, async ({ db, caller }) => presentNode(teams, db, await nodeOf(db, caller.nodeId), clock())),
  nodeRoute(collectPoints, async ({ db, caller: { nodeId } }) => {
    const at = clock();
    const { collected, total } = await collectNode(db, nodeId, at);
    if (collected > 0n) await partner.converted(db, nodeId);
    const info = await presentNode(teams, db, await nodeOf(db, nodeId), at);
    return { collected: sixDecimals(collected), totalPoint: sixDecimals(total), info };
  }),
  nodeRoute(openStageCall, async ({ db, caller: { nodeId, userId, teamId }, params, body }) => {
    const at = clock();
    // Before the node itself is locked, so that both nodes are locked in order.
    await invites.record(db, { id: nodeId, person_id: userId }, body.invite_code, at);
    await openStage(ledger, db, { nodeId, stage: params.stage!, teamId, at });
    return presentNode(teams, db, await nodeOf(db, nodeId), at);
  }),
  nodeRoute(pointHistory, ({ db, caller: { nodeId }, query }) => historyOf(db, nodeId, query)),
  route(leaderboardCall, async ({ caller, query }) => leaderboard.page(query, caller?.nodeId)),
];
