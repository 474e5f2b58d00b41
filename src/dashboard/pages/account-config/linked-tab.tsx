import { useUser } from "../../flows/account/use-user.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { SolanaCard } from "./solana/solana-card.tsx";

/** What else is known to be the same person: each part is a card of its own. */
export const LinkedTab = () => {
  const user = useUser();
  return (
    <div className="fh-stack">
      <Card title="Wallets" text="Signing in with any of them leads to this account.">
        {user && <CopyText text={user.wallet.address} label="address" />}
      </Card>
      <SolanaCard />
    </div>
  );
};
