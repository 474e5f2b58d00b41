import { findZkSyncTransfer, zkSyncOffer } from "../../../../resources/account/zksync-activation.ts";
import { route, type Route } from "../route.ts";
import type { ZkSyncActivation } from "./service.ts";

export const zkSyncActivationRoutes = ({ offer, find }: Pick<ZkSyncActivation, "offer" | "find">): Route[] => [
  route(zkSyncOffer, ({ db, caller }) => offer(db, caller.userId)),
  route(findZkSyncTransfer, async ({ db, caller }) => ({ found: await find(db, caller.userId) })),
];
