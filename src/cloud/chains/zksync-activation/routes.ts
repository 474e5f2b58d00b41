import { findZkSyncTransfer, zkSyncOffer } from "../../../../resources/chains/zksync-activation.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { ZkSyncActivation } from "./service.ts";

export const zkSyncActivationRoutes = ({
  offer,
  find,
  register,
}: Pick<ZkSyncActivation, "offer" | "find" | "register">): Route[] => [
  route(zkSyncOffer, ({ db, caller }) => offer(db, caller.userId)),
  route(
    findZkSyncTransfer,
    inPhases({
      prepare: ({ db, caller }) => find(db, caller.userId),
      write: async ({ db, caller }, state) => {
        if (state === "paid") await register(db, caller.userId);
        return { found: state !== "missing" };
      },
    }),
  ),
];
