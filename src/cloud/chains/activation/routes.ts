import { registration, registrationSignature, reportRegistration } from "../../../../resources/chains/activation.ts";
import type { ChainEvents } from "../events/service.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Activation } from "./service.ts";

interface Deps {
  readonly activation: Activation;
  readonly chainEvents: Pick<ChainEvents, "hint">;
}

/** Activation status, and the data for a registration. */
export const activationRoutes = ({ activation, chainEvents }: Deps): Route[] => [
  route(registration, ({ db, caller }) => activation.of(db, caller.userId)),
  route(registrationSignature, async ({ db, caller, query }) => ({
    sign: await activation.sign(db, caller.userId, query.chain),
  })),
  route(reportRegistration, async ({ db, caller, body, afterCommit }) => {
    const effect = await activation.bind(db, caller.userId);
    if (effect) afterCommit(effect);
    afterCommit(() => chainEvents.hint(body.chain));
    return null;
  }),
];
