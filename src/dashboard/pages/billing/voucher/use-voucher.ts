import { useState } from "react";
import { redeemVoucher, verifyVoucher, type Gift } from "../../../../../resources/billing/vouchers.ts";
import { useAct } from "../../../framework/data/use-act.ts";

/** asked: what the code would bring. taken: what it has brought. */
type Known = { readonly step: "asked" | "taken"; readonly gift: Gift };

/** A code that is typed, what it would bring, and taking that. What was typed stays when it is refused. */
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
  const typed = code.trim();
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
      if (typed === "") return setError("Type the code.");
      setError(undefined);
      await verifying.act({ params: { code: typed } });
    },
    redeem: () => redeeming.act({ body: { code: typed } }),
  };
};
