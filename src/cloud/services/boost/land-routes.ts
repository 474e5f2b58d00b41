import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Route } from "../route.ts";
import { nodeRoute } from "./node-route.ts";

/** What a node's person can pay with: the team is their own, whichever the dashboard shows. */
export const landRoutes = ({ ledger }: { readonly ledger: Pick<Ledger, "available"> }): Route[] => [
  nodeRoute(nodeLand, async ({ db, caller }) => ({ land: (await ledger.available(db, caller.teamId)).toString() })),
];
