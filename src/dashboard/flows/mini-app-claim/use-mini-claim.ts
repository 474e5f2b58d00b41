import { useEffect, useState, useSyncExternalStore } from "react";
import { browserEffects, type MiniClaimDeps } from "./browser-effects.ts";
import { createMiniClaim, type MiniClaim, type MiniStep } from "./claim.ts";
import { createMiniWallet, type MiniWallet, type WalletView } from "./wallet.ts";

export interface MiniClaimView {
  readonly claim: MiniClaim;
  readonly step: MiniStep;
  readonly wallet: MiniWallet;
  readonly walletView: WalletView;
}

export interface MiniClaimOptions extends Omit<MiniClaimDeps, "wallet"> {
  /** The messaging user's id, by which the wallet is stored. */
  readonly owner: string;
}

/** Runs the dialog's claim, and ends it with the dialog. */
export const useMiniClaim = ({ owner, ...deps }: MiniClaimOptions): MiniClaimView => {
  const [claimAndWallet] = useState(() => {
    const wallet = createMiniWallet(owner);
    return { wallet, claim: createMiniClaim(browserEffects({ wallet, ...deps })) };
  });
  const { wallet, claim } = claimAndWallet;
  const step = useSyncExternalStore(claim.subscribe, claim.get);
  const walletView = useSyncExternalStore(wallet.subscribe, wallet.get);
  useEffect(() => {
    // On failure the wallet is connected when needed.
    void wallet.restore().catch(() => undefined);
    return () => {
      claim.close();
      wallet.leave();
    };
  }, [wallet, claim]);
  return { claim, step, wallet, walletView };
};
