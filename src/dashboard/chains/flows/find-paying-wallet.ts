import { chainMessages } from "../../../../resources/chains/messages.ts";
import { config, configReady } from "../../api/config.ts";
import { session } from "../../api/session/session.ts";
import type { Wallet } from "../wallets/discover.ts";
import { findPayers } from "../wallets/find-payers.ts";
import { askToInstall } from "../../ui/ask-to-install.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { withLoadingScreen } from "../../ui/states/loading-screen.ts";

/**
 * Finds the wallet that pays on this instance's chains: the sign-in wallet, or another one only after the user agrees.
 * Returns undefined without one; the user has been told.
 */
export const findPayingWallet = async (): Promise<Wallet | undefined> => {
  await configReady();
  const walletType = session.get().user?.wallet?.walletType;
  const { wallets, refused } = await withLoadingScreen(
    "Looking for your wallet…",
    findPayers(config.get(), walletType),
  );
  const installed = wallets.find(({ provider }) => provider);
  if (refused) return (await agreesToPayWith(installed, refused)) ? installed : undefined;
  if (installed) return installed;
  await askToInstall(wallets[0]);
  return undefined;
};

const agreesToPayWith = async (other: Wallet | undefined, { name }: Wallet): Promise<boolean> => {
  const title = `${name} can't pay here`;
  if (other) {
    const text = `${chainMessages.publicNetwork} Pay with ${other.name} instead?`;
    return dialogs.confirm({ title, text, ok: `Use ${other.name}` });
  }
  await dialogs.alert({ title, text: chainMessages.publicNetwork });
  return false;
};
