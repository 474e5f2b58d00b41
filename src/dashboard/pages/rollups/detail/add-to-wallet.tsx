import { useEffect, useState } from "react";
import { publicRollup } from "../../../../../resources/raas/public-calls.ts";
import { addToWallet } from "../../../flows/rollup-wallet/add-to-wallet.ts";
import { findWallets, type Wallet } from "../../../flows/rollup-wallet/wallets.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";

/** Adds the rollup to a wallet in this browser (EIP-3085). Shows a menu if there are several wallets. */
export const AddToWallet = ({ chainId }: { readonly chainId: string }) => {
  const { data: rollup } = useCall(publicRollup, { params: { chainId } });
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  const [adding, setAdding] = useState(false);
  useEffect(() => void findWallets().then(setWallets), []);
  const add = async (wallet: Wallet | undefined): Promise<void> => {
    if (!rollup) return;
    setAdding(true);
    await addToWallet(rollup, wallet);
    setAdding(false);
  };
  if (!rollup || !wallets || wallets.length < 2) {
    return (
      <Button icon="wallet" busy={adding} disabled={!rollup || !wallets} onClick={() => void add(wallets?.[0])}>
        Add to wallet
      </Button>
    );
  }
  return (
    <Menu
      label="Add to wallet"
      className="fh-button is-secondary"
      groups={[wallets.map((wallet) => ({ label: wallet.name, onSelect: () => void add(wallet) }))]}
    >
      <Icon name="wallet" size={16} />
      Add to wallet
    </Menu>
  );
};
