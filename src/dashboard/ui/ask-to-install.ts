import { chainMessages } from "../../../resources/chains/messages.ts";
import { dialogs } from "./dialogs/dialogs.ts";
import { toast } from "./toast/toast.ts";

/** Reports a missing wallet: offers to install the selected one, or shows a toast. */
export const askToInstall = async (
  wallet: { readonly name: string; readonly installUrl?: string } | undefined,
): Promise<void> => {
  if (!wallet) return toast(chainMessages.walletMissing, "error");
  const title = chainMessages.walletNotInstalled.replace("{wallet}", wallet.name);
  const { installUrl } = wallet;
  if (!installUrl) await dialogs.alert({ title, text: chainMessages.walletInstall });
  else if (await dialogs.confirm({ title, text: chainMessages.walletInstall, ok: "Install" }))
    window.open(installUrl, "_blank", "noopener");
};
