import { lazy, Suspense } from "react";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { session } from "../../api/session/session.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

const loadPanel = () => import("./connect-wallet.tsx");
const ConnectWallet = lazy(() => loadPanel().then((module) => ({ default: module.ConnectWallet })));

export const prefetchConnectWallet = (): void => void loadPanel();

/**
 * The Connect Wallet dialog, over whatever page is there: it stands in the dialog host, for that page changes as soon as there
 * is a session. Resolves to whether there is one when it is closed.
 */
export const showConnectWallet = async (): Promise<boolean> => {
  await dialogs.show({
    title: chainMessages.walletConnectTitle,
    content: (close) => (
      <Suspense fallback={<Skeleton lines={4} />}>
        <ConnectWallet onDone={close} />
      </Suspense>
    ),
  });
  return session.get().token !== undefined;
};
