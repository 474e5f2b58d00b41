import { useEffect } from "react";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import styles from "./session.module.css";
import { useSignIn } from "./use-sign-in.ts";
import { WalletPanel } from "./wallet-panel.tsx";

/** Content of the connect dialog: signs in without leaving the page, then continues to the requested page. */
export const ConnectWallet = ({ onDone }: { readonly onDone: () => void }) => {
  const { session, state, wallets } = useSignIn();
  const done = state.name === "done";
  useEffect(() => {
    if (done) onDone();
  }, [done, onDone]);
  return (
    <>
      {(state.name === "idle" || state.name === "choosing") && (
        <p className={styles.lead}>{chainMessages.walletConnectText}</p>
      )}
      {wallets ? <WalletPanel session={session} state={state} wallets={wallets} /> : <Skeleton lines={4} />}
    </>
  );
};
