import { useEffect, useState } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import type { Wallet } from "../../flows/rollup-wallet/wallets.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";

/** Adds the rollup to a wallet in this browser. Shows a menu if there are several wallets. */
export const AddToWallet = ({ rollup }: { readonly rollup: PublicRollup }) => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  const [adding, setAdding] = useState(false);
  useEffect(() => {
    let cancelled = false;
    void import("../../flows/rollup-wallet/wallets.ts").then(async ({ findWallets }) => {
      const found = await findWallets();
      if (!cancelled) setWallets(found);
    });
    return () => {
      cancelled = true;
    };
  }, []);
  const add = async (wallet: Wallet | undefined): Promise<void> => {
    setAdding(true);
    try {
      const { addToWallet } = await import("../../flows/rollup-wallet/add-to-wallet.ts");
      await addToWallet(rollup, wallet);
    } finally {
      setAdding(false);
    }
  };
  if (wallets.length > 1 && !adding) {
    const items = wallets.map((wallet) => ({ label: wallet.name, onSelect: () => void add(wallet) }));
    return (
      <Menu label="Add to wallet" groups={[items]} className="fh-button is-secondary is-small">
        <Icon name="wallet" size={16} />
        Add to wallet
      </Menu>
    );
  }
  return (
    <Button size="small" icon="wallet" busy={adding} onClick={() => void add(wallets[0])}>
      Add to wallet
    </Button>
  );
};
