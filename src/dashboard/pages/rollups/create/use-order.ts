import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { createRollup, listRollups, payRollup, rollupFree } from "../../../../../resources/raas/rollup-calls.ts";
import { rollupStatus } from "../../../../../resources/raas/rollups.ts";
import { orderOf } from "../../../flows/order-rollup/rollup-form.ts";
import { fieldMessages } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { rollupPath } from "../rollup-path.ts";
import type { WishForm } from "./use-wish.ts";

/** Refusals that are about one field. */
const fields: Readonly<Record<string, string>> = {
  ROLLUP_NAME_TAKEN: "name",
  ROLLUP_CHAIN_TAKEN: "chainId",
  ROLLUP_TRIAL_USED: "purchasePlan",
};

/** Orders what is wished for, pays for it where that is asked, and goes to where it stands then. */
export const useOrder = ({ wish, forget, refuse }: WishForm) => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const order = useAct(createRollup, {
    onError: (error) => {
      const field = fields[(error as { readonly code?: string }).code ?? ""];
      const found = field ? { [field]: error.message } : fieldMessages(error);
      if (Object.keys(found).length === 0) return false;
      refuse(found);
      return true;
    },
  });
  const payment = useAct(payRollup);
  const start = async (paying: "pay" | "pay-later"): Promise<void> => {
    const made = await order.act({ body: orderOf(wish) });
    if (!made) return;
    forget();
    const isDue = paying === "pay" && made.status === rollupStatus.PENDING_PAYMENT;
    // Refused, it has been said why: the order waits for its payment on its own screen.
    const paid = isDue ? await payment.act({ body: { rollupId: made.id } }) : undefined;
    for (const call of [listRollups, rollupFree]) void client.invalidateQueries({ queryKey: callKey(call) });
    void navigate(rollupPath({ ...made, ...paid, name: wish.name!.trim() }), { replace: true });
  };
  return { start, busy: order.acting || payment.acting };
};
