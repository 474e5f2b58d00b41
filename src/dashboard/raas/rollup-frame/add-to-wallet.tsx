import { useEffect, useState } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import type { Wallet } from "../flows/rollup-wallet/wallets.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu/menu.tsx";

interface AddToWalletProps {
  /** Undefined while loading. */
  readonly rollup: PublicRollup | undefined;
  readonly size?: "small";
}

/** Adds the rollup to a wallet in this browser (EIP-3085). Shows a menu if there are several wallets. */
export const AddToWallet = ({ rollup, size }: AddToWalletProps) => {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    let cancelled = false;
    void import("../flows/rollup-wallet/wallets.ts").then(async ({ findWallets }) => {
      const found = await findWallets();
      if (!cancelled) setWallets(found);
    });
    return () => {
      cancelled = true;
    };
  }, []);
  const { act: add, acting: adding } = useWork(async (wallet: Wallet | undefined) => {
    const { addToWallet } = await import("../flows/rollup-wallet/add-to-wallet.ts");
    if (rollup) await addToWallet(rollup, wallet);
  });
  if (rollup && wallets.length > 1 && !adding) {
    const items = wallets.map((wallet) => ({ label: wallet.name, onSelect: () => void add(wallet) }));
    return (
      <Menu label="Add to wallet" groups={[items]} className={`fh-button is-secondary ${size ? "is-small" : ""}`}>
        <Icon name="wallet" size={16} />
        Add to wallet
      </Menu>
    );
  }
  return (
    <Button {...(size && { size })} icon="wallet" busy={adding} disabled={!rollup} onClick={() => void add(wallets[0])}>
      Add to wallet
    </Button>
  );
};
