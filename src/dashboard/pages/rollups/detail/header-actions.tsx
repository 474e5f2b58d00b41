import { publicRollup } from "../../../../../resources/raas/public-calls.ts";
import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../../resources/raas/rollups.ts";
import { addToWallet } from "../../../flows/rollup-wallet/add-to-wallet.ts";
import { findWallets, type Wallet } from "../../../flows/rollup-wallet/wallets.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { useState, useEffect } from "react";
import { absolute } from "./facts.tsx";
import { RenewDialog } from "./renew-dialog.tsx";

interface HeaderActionsProps {
  readonly rollup: RollupDetail;
  readonly onRenewed: () => void;
}

/** Where a running rollup is looked at and used, and its renewal. */
export const HeaderActions = ({ rollup, onRenewed }: HeaderActionsProps) => {
  const mayRenew = useAllows()("edit", rollups.name);
  const [renewing, setRenewing] = useState(false);
  const { detail, chainId } = rollup;
  return (
    <>
      {detail && (
        <LinkButton icon="search" to={absolute(detail.blockExplorer)}>
          Explorer
        </LinkButton>
      )}
      {detail?.bridgeAssets && (
        <LinkButton icon="link" to={absolute(detail.bridgeAssets)}>
          Bridge
        </LinkButton>
      )}
      {chainId !== null && <AddToWallet chainId={chainId} />}
      {mayRenew && (
        <Button kind="primary" icon="history" onClick={() => setRenewing(true)}>
          Renew
        </Button>
      )}
      {renewing && <RenewDialog rollup={rollup} onClose={() => setRenewing(false)} onRenewed={onRenewed} />}
    </>
  );
};

/** Adds the rollup to a wallet in this browser (EIP-3085). Shows a menu if there are several wallets. */
const AddToWallet = ({ chainId }: { readonly chainId: string }) => {
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
