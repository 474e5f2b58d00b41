import { airdrop } from "../../../../../resources/boost/project-calls.ts";
import { boostAirdrops } from "../../../../../resources/operator/boost-airdrops.ts";
import { resourceRoutes } from "../../resource-routes.ts";
import type { Route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import type { NodeDeps } from "../node-deps.ts";
import { airdropOf } from "./of-node.ts";
import {
  createAirdrop,
  deleteAirdrop,
  editAirdrop,
  findAirdrop,
  listAirdrops,
  paidShares,
  payOutAirdrop,
} from "./operator.ts";

/** The airdrop for nodes, and the operator resource. */
export const airdropRoutes = ({ clock, invitees }: Pick<NodeDeps, "clock" | "invitees">): Route[] => [
  nodeRoute(airdrop, ({ db, caller }) => airdropOf({ invitees }, db, { nodeId: caller.nodeId, at: clock() })),
  ...resourceRoutes(
    boostAirdrops,
    {
      list: ({ db, query }) => listAirdrops({ invitees }, db, query, clock()),
      show: ({ db, params }) => findAirdrop(db, params.id),
      create: ({ db, body }) => createAirdrop(db, body, clock()),
      edit: ({ db, params, body }) => editAirdrop(db, { id: params.id, input: body, at: clock() }),
      delete: async ({ db, params, logged }) => {
        logged({ target: await deleteAirdrop(db, params.id) });
        return null;
      },
    },
    {
      payOut: async ({ db, params, logged }) => {
        const { name, csv } = await payOutAirdrop(db, params.id);
        logged({ target: name });
        return csv;
      },
      paidShares: ({ db, params }) => paidShares(db, params.id),
    },
  ),
];
