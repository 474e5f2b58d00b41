import { useMemo } from "react";
import { rpcKeyRules, setRpcKeyRules, type RpcKeyRules } from "../../../../../resources/rpc/key-calls.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { callKey } from "../../../framework/data/use-call.ts";
import { useDraftPart, type FormPart } from "../../../framework/data/use-draft-part.ts";
import { allowOf, problemsIn, textOf, type AllowText } from "./allow-form.ts";

export interface AllowPartProps {
  readonly id: string;
  readonly rules: RpcKeyRules;
}

/** The allowlist as a separate form. The other rules are sent unchanged. */
export const useAllowPart = ({ id, rules: { allow, dailyCap, atCap } }: AllowPartProps): FormPart<AllowText> => {
  const saved = useMemo(() => textOf(allow), [allow]);
  const { part, settle } = useDraftPart(`rpc/${id}/allow`, saved);
  const { act, acting } = useAct(setRpcKeyRules, { done: "Saved" });
  const save = async () => {
    const reply = await act({ params: { id }, body: { allow: allowOf(part.values), dailyCap, atCap } });
    if (reply !== undefined) await settle(callKey(rpcKeyRules));
  };
  return { ...part, problems: problemsIn(part.values), saving: acting, save: () => void save() };
};
