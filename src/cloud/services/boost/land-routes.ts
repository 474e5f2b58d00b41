import { nodeLand } from "../../../../resources/boost/land-calls.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Route } from "../route.ts";
import { nodeRoute } from "./node-route.ts";

/** The LAND balance a node can spend: that of the user's own team, whichever team the dashboard shows. */
export const landRoutes = ({ ledger }: { readonly ledger: Pick<Ledger, "available"> }): Route[] => [
  nodeRoute(nodeLand, async ({ db, caller }) => ({ land: (await ledger.available(db, caller.teamId)).toString() })),
];
