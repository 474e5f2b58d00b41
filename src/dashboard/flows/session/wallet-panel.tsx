import { useRef, useEffect } from "react";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { SessionState } from "./machine.ts";
import { NotInstalledDialog } from "./not-installed-dialog.tsx";
import type { Session } from "./session.ts";
import styles from "./session.module.css";
import { WalletList } from "./wallet-list.tsx";
import { WalletMark } from "./wallet-mark.tsx";

interface WalletPanelProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly wallets: readonly Wallet[];
  readonly failedTitle?: string;
}

/** Choosing a wallet and what follows, step by step. Stands in the Connect Wallet dialog and on /login. */
export const WalletPanel = ({ session, state, wallets, failedTitle = "Not signed in yet" }: WalletPanelProps) => {
  switch (state.name) {
    case "idle":
    case "choosing":
      return <WalletList wallets={wallets} onChoose={session.choose} />;
    case "not-installed":
      return (
        <>
          <WalletList wallets={wallets} onChoose={session.choose} />
          <NotInstalledDialog wallet={state.wallet} onCancel={session.back} />
        </>
      );
    case "connecting":
    case "signing":
    case "verifying":
      return <Progress state={state} onBack={session.back} />;
    case "failed":
      return (
        <Step wallet={state.wallet} title={failedTitle}>
          <Banner kind={state.problem.kind === "failed" ? "danger" : "warning"}>{state.problem.message}</Banner>
          <div className={styles.choices}>
            <Button onClick={session.back}>Other wallet</Button>
            <Button kind="primary" autoFocus onClick={() => session.choose(state.wallet)}>
              Try again
            </Button>
          </div>
        </Step>
      );
    case "done":
      return (
        <p className={styles.waiting} role="status">
          <Spinner /> Opening your cloud…
        </p>
      );
  }
};

type Waiting = Extract<SessionState, { readonly name: "connecting" | "signing" | "verifying" }>;

const Progress = ({ state, onBack }: { readonly state: Waiting; readonly onBack: () => void }) => {
  const { title, text } = wordsFor(state);
  return (
    <Step wallet={state.wallet} title={title}>
      <p className={styles.text}>{text}</p>
      <p className={styles.waiting} role="status">
        <Spinner /> {state.name === "verifying" ? "Checking…" : "Waiting for your wallet…"}
      </p>
      {state.name !== "verifying" && (
        <div className={styles.choices}>
          <Button onClick={onBack}>Cancel</Button>
        </div>
      )}
    </Step>
  );
};

interface StepProps {
  readonly wallet: Wallet;
  readonly title: string;
  readonly children: React.ReactNode;
}

/** One step's heading takes the focus, so that a screen reader says where one is. */
const Step = ({ wallet, title, children }: StepProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div className={styles.step}>
      <WalletMark wallet={wallet} />
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </div>
  );
};

const wordsFor = ({ name, wallet }: Waiting): { title: string; text: string } => {
  switch (name) {
    case "connecting":
      return { title: `Open ${wallet.name}`, text: "Allow the connection, so that Freehold can see your address." };
    case "signing":
      return {
        title: "Sign the message",
        text: "Your signature proves that the address is yours. It costs nothing and sends no transaction.",
      };
    case "verifying":
      return { title: "Almost there", text: "The cloud checks your signature." };
  }
};
