import { useMemo, useSyncExternalStore } from "react";
import { config } from "../../api/config.ts";
import { openSolanaWallets, type SolanaWallet } from "../../chains/solana/wallets.ts";
import type { SolanaNode } from "./link.ts";

/** Announced wallets of this browser that can sign for Solana. */
export const useSolanaWallets = ({ embedded }: SolanaNode): readonly SolanaWallet[] => {
  const wallets = useMemo(
    () => openSolanaWallets({ offerDevWallet: embedded && config.get().features.devWallet }),
    [embedded],
  );
  return useSyncExternalStore(wallets.subscribe, wallets.list);
};
