import type { Wallet } from "../../../chains/wallets/discover.ts";
import { lastWallet } from "../../../chains/wallets/last-wallet.ts";
import type { Session } from "./session.ts";

/** Continues with the last used wallet, if it is still installed and no other was selected. */
export const chooseLastWallet = async (session: Session, wallets: readonly Wallet[]): Promise<void> => {
  const key = await lastWallet();
  const wallet = wallets.find((candidate) => candidate.key === key);
  if (wallet?.provider && session.get().name === "choosing") session.choose(wallet);
};
