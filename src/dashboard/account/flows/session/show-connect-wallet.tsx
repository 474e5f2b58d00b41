import { lazy, Suspense } from "react";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { session } from "../../../api/session/session.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";

const loadPanel = () => import("./connect-wallet.tsx");
const ConnectWallet = lazy(() => loadPanel().then((module) => ({ default: module.ConnectWallet })));

export const prefetchConnectWallet = (): void => void loadPanel();

/**
 * The "Connect wallet" dialog over the current page. Rendered in the dialog host, because the page changes once there
 * is a session. Resolves to whether there is one when it closes.
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
