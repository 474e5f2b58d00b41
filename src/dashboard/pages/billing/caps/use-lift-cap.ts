import { useQueryClient } from "@tanstack/react-query";
import { editSpendCap, spendCaps, type SpendCap } from "../../../../../resources/billing/account-calls.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { titleOf } from "./cap-words.ts";

/** Takes a cap away, once the person has said so again. */
export const useLiftCap = (): ((cap: SpendCap) => Promise<void>) => {
  const client = useQueryClient();
  const { act } = useAct(editSpendCap, {
    done: "Cap lifted",
    onDone: () => void client.invalidateQueries({ queryKey: callKey(spendCaps) }),
  });
  return async (cap) => {
    const text = `${titleOf(cap)} may cost as much LAND as there is.`;
    if (!(await dialogs.confirm({ title: "Lift the cap?", text, ok: "Lift the cap" }))) return;
    await act({ body: { kind: cap.kind, target: cap.target, land: null } });
  };
};
