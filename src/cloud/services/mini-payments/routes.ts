import { createMiniOrder, miniOrder, refundMiniOrder } from "../../../../resources/billing/mini-calls.ts";
import { AppError } from "../../app-error.ts";
import type { Auth } from "../auth/service.ts";
import { route, type Route } from "../route.ts";
import { isUuid } from "../uuid.ts";
import type { MiniPayments } from "./service.ts";

interface Parts {
  readonly miniPayments: MiniPayments;
  readonly auth: Pick<Auth, "user">;
}

/** Ordering LAND for toncoin or Stars, how far that is, and giving Stars back. */
export const miniPaymentRoutes = ({ miniPayments, auth }: Parts): Route[] => [
  route(createMiniOrder, async ({ db, caller, body }) => {
    const { euid } = await auth.user(db, caller.userId);
    return miniPayments.order(db, { personId: caller.userId, euid }, body.asset, BigInt(body.land));
  }),
  route(miniOrder, ({ db, caller, params }) => miniPayments.find(db, caller.userId, params["id"]!)),
  route(refundMiniOrder, async ({ db, params, afterCommit, logged }) => {
    const id = params["id"]!;
    if (!isUuid(id)) throw new AppError("NOT_FOUND");
    afterCommit((await miniPayments.refund(db, id)) ?? (() => undefined));
    logged({ target: id });
    return null;
  }),
];
