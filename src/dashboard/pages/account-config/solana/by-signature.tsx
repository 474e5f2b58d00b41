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

/** The wallets to sign with. */
export const BySignature = ({ node, onLinked }: BySignatureProps) => {
  const wallets = useSolanaWallets(node);
  const { busy, problem, sign } = useLinkSolana(node, onLinked);
  if (wallets.length === 0)
    return (
      <Empty
        icon="wallet"
        title="No Solana wallet in this browser"
        text="Install one and open this again, or link the address by a transaction."
      />
    );
  return (
    <>
      <p>Your wallet shows a text that names this cloud. Signing it sends no transaction.</p>
      {problem && (
        <Banner kind="danger" title="The address was not linked">
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
