import { lazy, Suspense, type MouseEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { messages } from "../../../../resources/messages.ts";
import { login } from "../../../../resources/pages.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

const loadPanel = () => import("./connect-wallet.tsx");
const ConnectWallet = lazy(() => loadPanel().then((module) => ({ default: module.ConnectWallet })));

interface ConnectLinkProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The way to sign in from a public page: the Connect Wallet dialog in place; in a new tab, the sign-in page. */
export const ConnectLink = ({ className, children }: ConnectLinkProps) => {
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // In the dialog host, not here: the page around this link changes as soon as there is a session.
    void dialogs.show({
      title: messages.walletConnectTitle,
      width: 400,
      content: (close) => (
        <Suspense fallback={<Skeleton lines={4} />}>
          <ConnectWallet onDone={close} />
        </Suspense>
      ),
    });
  };
  return (
    <Link
      className={className}
      to={pageHref(login)}
      onClick={openHere}
      onPointerEnter={() => void loadPanel()}
      onFocus={() => void loadPanel()}
    >
      {children}
    </Link>
  );
};
