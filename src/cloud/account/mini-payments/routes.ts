import { createMiniOrder, miniOrder, refundMiniOrder } from "../../../../resources/billing/mini-calls.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Auth } from "../auth/service.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { isUuid } from "../../kernel/uuid.ts";
import type { MiniPayments } from "./service.ts";

interface Deps {
  readonly miniPayments: MiniPayments;
  readonly auth: Pick<Auth, "user">;
}

/** Orders LAND for toncoin or Stars, reports progress and refunds Stars. */
export const miniPaymentRoutes = ({ miniPayments, auth }: Deps): Route[] => [
  route(
    createMiniOrder,
    inPhases({
      prepare: ({ body }) => miniPayments.prepareOrder(body.asset, BigInt(body.land)),
      write: async ({ db, caller }, keep) => {
        const { euid } = await auth.user(db, caller.userId);
        return keep(db, { personId: caller.userId, euid });
      },
    }),
  ),
  route(miniOrder, ({ db, caller, params }) => miniPayments.find(db, caller.userId, params.id)),
  route(
    refundMiniOrder,
    inPhases({
      prepare: async ({ db, params }) => {
        if (!isUuid(params.id)) throw new AppError("NOT_FOUND");
        return miniPayments.refund(db, params.id);
      },
      write: async ({ db, params, afterCommit, logged }, note) => {
        afterCommit((await note(db)) ?? (() => undefined));
        logged({ target: params.id });
        return null;
      },
    }),
  ),
];
