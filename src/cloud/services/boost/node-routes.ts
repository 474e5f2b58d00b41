import { collectPoints, createNode, node } from "../../../../resources/boost/node-calls.ts";
import { collect } from "../../../../resources/boost/points.ts";
import { route, type Route } from "../route.ts";
import { sixDecimals } from "./exact.ts";
import { joinNode } from "./join.ts";
import { nodeRoute } from "./node-route.ts";
import type { NodeTokens } from "./node-tokens.ts";
import { earningOf, keepEarning, lockNode, nodeOf, type Clock } from "./nodes.ts";
import { movePoints } from "./point-log.ts";
import { presentNode } from "./present-node.ts";
import type { BoostParts } from "./service.ts";

export interface NodeParts extends BoostParts {
  readonly tokens: NodeTokens;
  readonly clock: Clock;
}

/** Joining, what a node earns, and collecting it. */
export const nodeRoutes = ({ teams, tokens, clock }: NodeParts): Route[] => [
  route(createNode, async ({ db, caller }) => {
    const joining = { personId: caller.userId, origin: "web", inviterId: undefined, at: clock() } as const;
    const { row, isNew } = await joinNode(db, joining);
    return { ...(await tokens.issue(db, row.id, caller.sessionId)), isNew };
  }),
  nodeRoute(node, async ({ db, caller }) => presentNode(teams, db, await nodeOf(db, caller.nodeId), clock())),
  nodeRoute(collectPoints, async ({ db, caller: { nodeId } }) => {
    const at = clock();
    const { node: rest, collected } = collect(earningOf(await lockNode(db, nodeId)), at);
    await keepEarning(db, nodeId, rest);
    const total = await movePoints(db, nodeId, { kind: "collect", amount: collected });
    const info = await presentNode(teams, db, await nodeOf(db, nodeId), at);
    return { collected: sixDecimals(collected), totalPoint: sixDecimals(total), info };
  }),
];
