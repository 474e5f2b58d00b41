import { useState } from "react";
import { redeemVoucher, verifyVoucher, type Gift } from "../../../../../resources/billing/vouchers.ts";
import { useAct } from "../../../framework/data/use-act.ts";

type CheckedVoucher = { readonly step: "previewed" | "redeemed"; readonly gift: Gift };

/** Voucher form: preview, then redemption. Keeps the code after an error. */
export const useVoucher = (onRedeemed?: () => void) => {
  const [code, setCode] = useState("");
  const [checked, setChecked] = useState<CheckedVoucher>();
  const [error, setError] = useState<string>();
  const onError = ({ message }: Error): boolean => {
    setChecked(undefined);
    setError(message);
    return true;
  };
  const verifying = useAct(verifyVoucher, { onError, onDone: (gift) => setChecked({ step: "previewed", gift }) });
  const redeeming = useAct(redeemVoucher, {
    onError,
    onDone: (gift) => {
      setCode("");
      setChecked({ step: "redeemed", gift });
      onRedeemed?.();
    },
  });
  const input = code.trim();
  return {
    code,
    checked,
    error,
    verifying: verifying.acting,
    redeeming: redeeming.acting,
    type: (next: string): void => {
      setCode(next);
      setChecked(undefined);
      setError(undefined);
    },
    verify: async (): Promise<void> => {
      if (input === "") return setError("Enter a code.");
      setError(undefined);
      await verifying.act({ params: { code: input } });
    },
    redeem: () => redeeming.act({ body: { code: input } }),
  };
};
