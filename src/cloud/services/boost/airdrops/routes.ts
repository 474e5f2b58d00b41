import { airdrop } from "../../../../../resources/boost/project-calls.ts";
import type { Route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import type { NodeDeps } from "../node-deps.ts";
import { airdropOf } from "./of-node.ts";
import { operatorAirdropRoutes } from "./operator.ts";

/** The airdrop for nodes, and the operator resource. */
export const airdropRoutes = ({ clock, invitees }: Pick<NodeDeps, "clock" | "invitees">): Route[] => [
  nodeRoute(airdrop, ({ db, caller }) => airdropOf({ invitees }, db, { nodeId: caller.nodeId, at: clock() })),
  ...operatorAirdropRoutes({ clock, invitees }),
];
