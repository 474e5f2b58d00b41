import { useEffect, useState, useSyncExternalStore } from "react";
import type { TonWallet } from "../../chains/ton/ton-wallet.ts";
import { browserEffects, type MiniClaimDeps } from "./browser-effects.ts";
import { createMiniClaim, type MiniClaim, type MiniStep } from "./claim.ts";
import { restoreTonWallet, tonWallet } from "./ton-wallet.ts";

export interface MiniClaimView {
  readonly claim: MiniClaim;
  readonly step: MiniStep;
  readonly wallet: TonWallet | undefined;
}

/** Runs the dialog's claim, and ends it with the dialog. */
export const useMiniClaim = (deps: MiniClaimDeps): MiniClaimView => {
  const { owner } = deps;
  const [claim] = useState(() => createMiniClaim(browserEffects(deps)));
  const step = useSyncExternalStore(claim.subscribe, claim.get);
  const wallet = useSyncExternalStore(tonWallet.subscribe, tonWallet.get);
  useEffect(() => {
    // On failure the wallet is connected when needed.
    void restoreTonWallet(owner).catch(() => undefined);
    return () => {
      claim.close();
      tonWallet.get()?.ui.closeModal();
    };
  }, [claim, owner]);
  return { claim, step, wallet };
};
