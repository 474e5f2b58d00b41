import { useQueryClient } from "@tanstack/react-query";
import { editSpendCap, spendCaps, type SpendCap } from "../../../../../resources/billing/account-calls.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { titleOf } from "./cap-labels.ts";

/** Removes a cap after confirmation. */
export const useLiftCap = (): ((cap: SpendCap) => Promise<void>) => {
  const client = useQueryClient();
  const { act } = useAct(editSpendCap, {
    done: "Cap removed",
    onDone: () => void client.invalidateQueries({ queryKey: callKey(spendCaps) }),
  });
  return async (cap) => {
    const text = `${titleOf(cap)} can then spend the entire balance.`;
    if (!(await dialogs.confirm({ title: "Remove spend cap?", text, ok: "Remove cap" }))) return;
    await act({ body: { kind: cap.kind, target: cap.target, land: null, beyond: cap.beyond } });
  };
};
