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

/** Fields of error codes. */
const fields: Readonly<Record<string, string>> = {
  ROLLUP_NAME_TAKEN: "name",
  ROLLUP_CHAIN_TAKEN: "chainId",
  ROLLUP_TRIAL_USED: "purchasePlan",
};

/** Creates the order, pays for it if requested, and opens the rollup's screen. */
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
    const created = await order.act({ body: orderOf(wish) });
    if (!created) return;
    forget();
    const isDue = paying === "pay" && created.status === rollupStatus.PENDING_PAYMENT;
    // A failed payment shows its error. The unpaid order stays available on its own screen.
    const paid = isDue ? await payment.act({ body: { rollupId: created.id } }) : undefined;
    for (const call of [listRollups, rollupFree]) void client.invalidateQueries({ queryKey: callKey(call) });
    void navigate(rollupPath({ ...created, ...paid, name: wish.name!.trim() }), { replace: true });
  };
  return { start, busy: order.acting || payment.acting };
};
