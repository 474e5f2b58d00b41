import { useEffect, useRef } from "react";
import { chooseLastWallet } from "../flows/session/choose-last-wallet.ts";
import type { SessionView } from "../flows/session/use-session.ts";
import { useSignIn } from "../flows/session/use-sign-in.ts";
import { WalletPanel } from "../flows/session/wallet-panel.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { addressIn } from "../login/address-in.ts";
import { SignInFrame } from "../flows/sign-in/sign-in-frame.tsx";

/** /quick-login */
export const Component = () => <QuickLoginPage {...useSignIn()} />;

/** Requests a signature from the last used wallet immediately. Without one, lists the wallets. */
const QuickLoginPage = ({ session, state, wallets }: SessionView) => {
  const isRequested = useRef(false);
  useEffect(() => {
    if (!wallets || isRequested.current) return;
    isRequested.current = true;
    void chooseLastWallet(session, wallets);
  }, [wallets, session]);
  return (
    <SignInFrame title="Welcome back" text="Sign in with your last wallet to continue." address={addressIn(state)}>
      {wallets ? <WalletPanel session={session} state={state} wallets={wallets} /> : <Skeleton lines={4} />}
    </SignInFrame>
  );
};
