import { useState } from "react";
import { redeemVoucher, verifyVoucher, type Gift } from "../../../../../resources/billing/vouchers.ts";
import { useAct } from "../../../framework/data/use-act.ts";

/** asked: preview of the voucher. taken: the redeemed voucher. */
type Known = { readonly step: "asked" | "taken"; readonly gift: Gift };

/** Voucher form: preview, then redemption. Keeps the code after an error. */
export const useVoucher = (onRedeemed?: () => void) => {
  const [code, setCode] = useState("");
  const [known, setKnown] = useState<Known>();
  const [error, setError] = useState<string>();
  const onError = ({ message }: Error): boolean => {
    setKnown(undefined);
    setError(message);
    return true;
  };
  const verifying = useAct(verifyVoucher, { onError, onDone: (gift) => setKnown({ step: "asked", gift }) });
  const redeeming = useAct(redeemVoucher, {
    onError,
    onDone: (gift) => {
      setCode("");
      setKnown({ step: "taken", gift });
      onRedeemed?.();
    },
  });
  const input = code.trim();
  return {
    code,
    known,
    error,
    verifying: verifying.acting,
    redeeming: redeeming.acting,
    type: (next: string): void => {
      setCode(next);
      setKnown(undefined);
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
