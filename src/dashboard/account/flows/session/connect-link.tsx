import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../../resources/declare/href.ts";
import { login } from "../../../../../resources/pages.ts";
import { prefetchConnectWallet, showConnectWallet } from "./show-connect-wallet.tsx";

interface ConnectLinkProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Sign-in link of public pages: opens the connect dialog in place; in a new tab, the sign-in page. */
export const ConnectLink = ({ className, children }: ConnectLinkProps) => {
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showConnectWallet();
  };
  return (
    <Link
      className={className}
      to={pageHref(login)}
      onClick={openHere}
      onPointerEnter={prefetchConnectWallet}
      onFocus={prefetchConnectWallet}
    >
      {children}
    </Link>
  );
};
