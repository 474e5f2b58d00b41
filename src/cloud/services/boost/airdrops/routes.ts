import { airdrop } from "../../../../../resources/boost/project-calls.ts";
import { boostAirdrops } from "../../../../../resources/operator/boost-airdrops.ts";
import { resourceRoutes } from "../../resource-routes.ts";
import type { Route } from "../../route.ts";
import { nodeRoute } from "../node-route.ts";
import type { Clock } from "../nodes.ts";
import { airdropOf } from "./of-node.ts";
import { createAirdrop, deleteAirdrop, editAirdrop, findAirdrop, listAirdrops } from "./operator.ts";

/** The airdrop as nodes see it, and the operators' resource behind it. */
export const airdropRoutes = ({ clock }: { readonly clock: Clock }): Route[] => [
  nodeRoute(airdrop, ({ db, caller }) => airdropOf(db, caller.nodeId, clock())),
  ...resourceRoutes(boostAirdrops, {
    list: ({ db, query }) => listAirdrops(db, query, clock()),
    show: ({ db, params }) => findAirdrop(db, params["id"]!),
    create: ({ db, body }) => createAirdrop(db, body, clock()),
    edit: ({ db, params, body }) => editAirdrop(db, { id: params["id"]!, input: body, at: clock() }),
    delete: async ({ db, params, logged }) => {
      logged({ target: await deleteAirdrop(db, params["id"]!) });
      return null;
    },
  }),
];
