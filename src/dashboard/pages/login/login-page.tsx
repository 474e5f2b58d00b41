import type { SessionView } from "../../flows/session/use-session.ts";
import { WalletPanel } from "../../flows/session/wallet-panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { addressIn } from "./address-in.ts";

/** Choose a wallet, sign, and be in. */
export const LoginPage = ({ session, state, wallets }: SessionView) => (
  <SignInFrame
    title="Connect Wallet"
    text="Choose the wallet that is you on this cloud. You sign a message; it costs nothing."
    address={addressIn(state)}
  >
    {wallets ? <WalletPanel session={session} state={state} wallets={wallets} /> : <Skeleton lines={4} />}
  </SignInFrame>
);
