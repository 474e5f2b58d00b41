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

/** Wallet selection and sign-in steps, for the connect dialog and /login. */
export const WalletPanel = ({ session, state, wallets, failedTitle = "Sign-in failed" }: WalletPanelProps) => {
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
            <Button onClick={session.back}>Use another wallet</Button>
            <Button kind="primary" autoFocus onClick={() => session.choose(state.wallet)}>
              Try again
            </Button>
          </div>
        </Step>
      );
    case "done":
      return (
        <p className={styles.waiting} role="status">
          <Spinner /> Signing you in…
        </p>
      );
  }
};

type Waiting = Extract<SessionState, { readonly name: "connecting" | "signing" | "verifying" }>;

const Progress = ({ state, onBack }: { readonly state: Waiting; readonly onBack: () => void }) => {
  const { title, text } = textFor(state);
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

/** Each step's heading takes the focus, so that screen readers announce it. */
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

const textFor = ({ name, wallet }: Waiting): { title: string; text: string } => {
  switch (name) {
    case "connecting":
      return { title: `Open ${wallet.name}`, text: "Allow the connection to share your address with Freehold." };
    case "signing":
      return {
        title: "Sign the message",
        text: "Proves that you own the address. Free, and sends no transaction.",
      };
    case "verifying":
      return { title: "Almost done", text: "Verifying your signature." };
  }
};
