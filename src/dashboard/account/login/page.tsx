import { SignInButton } from "../flows/bind-account/sign-in-button.tsx";
import { useEndReason } from "../flows/session/use-end-reason.ts";
import type { SessionView } from "../flows/session/use-session.ts";
import { useSignIn } from "../flows/session/use-sign-in.ts";
import { WalletPanel } from "../flows/session/wallet-panel.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { addressIn } from "./address-in.ts";
import { SignInFrame } from "../flows/sign-in/sign-in-frame.tsx";

/** /login */
export const Component = () => <LoginPage {...useSignIn()} />;

/** Selects a wallet and signs in. */
const LoginPage = ({ session, state, wallets }: SessionView) => {
  const ended = useEndReason();
  const isChoosing = state.name === "idle" || state.name === "choosing";
  return (
    <SignInFrame
      title="Connect wallet"
      text="Choose a wallet to sign in. Signing the message is free."
      address={addressIn(state)}
    >
      {ended && isChoosing && <Banner kind="warning">{ended}</Banner>}
      {wallets ? <WalletPanel session={session} state={state} wallets={wallets} /> : <Skeleton lines={4} />}
      {isChoosing && <SignInButton />}
    </SignInFrame>
  );
};
