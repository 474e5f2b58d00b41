import type { SolanaNode } from "../../../flows/bind-solana/link.ts";
import { useLinkSolana } from "../../../flows/bind-solana/use-link-solana.ts";
import { useSolanaWallets } from "../../../flows/bind-solana/use-solana-wallets.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Empty } from "../../../ui/empty.tsx";
import styles from "./solana.module.css";

interface BySignatureProps {
  readonly node: SolanaNode;
  readonly onLinked: () => void;
}

/** Wallets that can sign. */
export const BySignature = ({ node, onLinked }: BySignatureProps) => {
  const wallets = useSolanaWallets(node);
  const { busy, problem, sign } = useLinkSolana(node, onLinked);
  if (wallets.length === 0)
    return (
      <Empty
        icon="wallet"
        title="No Solana wallet found"
        text="Install a Solana wallet and try again, or link by transaction."
      />
    );
  return (
    <>
      <p>Your wallet shows a message that names this site. Signing it is free and sends no transaction.</p>
      {problem && (
        <Banner kind="danger" title="Couldn't link the address">
          {problem}
        </Banner>
      )}
      <ul className={styles.wallets}>
        {wallets.map((wallet) => (
          <li key={wallet.key}>
            <Button busy={busy} onClick={() => sign(wallet)}>
              {wallet.icon?.startsWith("data:image/") && <img src={wallet.icon} alt="" width={20} height={20} />}
              {wallet.name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
};
