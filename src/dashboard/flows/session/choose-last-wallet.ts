import type { Wallet } from "../../chains/wallets/discover.ts";
import { lastWallet } from "../../chains/wallets/last-wallet.ts";
import type { Session } from "./session.ts";

/** Goes on with the wallet of the last sign-in, where this browser still has it and none was chosen meanwhile. */
export const chooseLastWallet = async (session: Session, wallets: readonly Wallet[]): Promise<void> => {
  const key = await lastWallet();
  const wallet = wallets.find((candidate) => candidate.key === key);
  if (wallet?.provider && session.get().name === "choosing") session.choose(wallet);
};
