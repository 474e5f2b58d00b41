import { registration, registrationSignature, reportRegistration } from "../../../../resources/account/activation.ts";
import { pointOverview } from "../../../../resources/account/points.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { ChainEvents } from "../chain-events/service.ts";
import { route, type Route } from "../route.ts";
import type { Activation } from "./service.ts";

interface Parts {
  readonly activation: Activation;
  readonly chainEvents: Pick<ChainEvents, "hint">;
  readonly ledger: Pick<Ledger, "available">;
}

/** Activation, and the points that come with what follows it. */
export const activationRoutes = ({ activation, chainEvents, ledger }: Parts): Route[] => [
  route(registration, ({ db, caller }) => activation.of(db, caller.userId)),
  route(registrationSignature, async ({ db, caller, query }) => ({
    sign: await activation.sign(db, caller.userId, query.chain),
  })),
  route(reportRegistration, async ({ body, afterCommit }) => {
    afterCommit(() => chainEvents.hint(body.chain));
    return null;
  }),
  route(pointOverview, async ({ db, caller }) => ({
    // Tasks and invitations, whose points are claimed, come later.
    unclaimed: 0,
    total: Number(await ledger.available(db, caller.teamId, "POINT")),
  })),
];
