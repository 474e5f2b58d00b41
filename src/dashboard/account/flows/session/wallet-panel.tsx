import { useEffect, useRef } from "react";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { BrandLogo } from "../../../ui/page/brand-logo.tsx";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/states/spinner.tsx";
import type { SessionState } from "./machine.ts";
import styles from "./session.module.css";
import type { Session } from "./session.ts";

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

interface NotInstalledDialogProps {
  readonly wallet: Wallet;
  readonly onCancel: () => void;
}

/** The selected wallet is not installed: install it or go back. */
const NotInstalledDialog = ({ wallet, onCancel }: NotInstalledDialogProps) => (
  <Dialog
    title={chainMessages.walletNotInstalled.replace("{wallet}", wallet.name)}
    onClose={onCancel}
    footer={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        {wallet.installUrl && (
          <LinkButton kind="primary" icon="external" to={wallet.installUrl}>
            Install
          </LinkButton>
        )}
      </>
    }
  >
    Install the browser extension, reload this page, and choose the wallet again.
  </Dialog>
);

interface WalletListProps {
  readonly wallets: readonly Wallet[];
  readonly onChoose: (wallet: Wallet) => void;
}

/** The wallets to choose from. */
const WalletList = ({ wallets, onChoose }: WalletListProps) => (
  <ul className={styles.wallets}>
    {wallets.map((wallet) => (
      <li key={wallet.key}>
        <button type="button" className={styles.wallet} onClick={() => onChoose(wallet)}>
          <WalletMark wallet={wallet} />
          <span className={styles.name}>{wallet.name}</span>
          <small>{noteFor(wallet)}</small>
          <Icon name="chevron" size={16} />
        </button>
      </li>
    ))}
  </ul>
);

const noteFor = (wallet: Wallet): string => {
  if (wallet.walletType === "DEV") return "Built in, no installation";
  return wallet.provider ? "Installed" : "Not installed";
};

/** Logo of a known brand, else the icon that the wallet announced, or its initial. */
const WalletMark = ({ wallet }: { readonly wallet: Wallet }) => (
  <span className={styles.mark} aria-hidden="true">
    <MarkContent wallet={wallet} />
  </span>
);

const MarkContent = ({ wallet: { icon, logo, name, walletType } }: { readonly wallet: Wallet }) => {
  if (logo !== undefined) return <BrandLogo name={logo} />;
  if (icon?.startsWith("data:image/")) return <img src={icon} alt="" width={24} height={24} />;
  return walletType === "DEV" ? <Icon name="wallet" /> : name.charAt(0);
};
