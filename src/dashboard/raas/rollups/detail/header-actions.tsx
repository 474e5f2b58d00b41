import { useState } from "react";
import { publicRollup } from "../../../../../resources/raas/public-calls.ts";
import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { rollups } from "../../../../../resources/raas/rollups.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { useAllows } from "../../../framework/use-allows.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { AddToWallet } from "../../rollup-frame/add-to-wallet.tsx";
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
  const { data: publicDetails } = useCall(publicRollup, {
    params: { chainId: chainId ?? "" },
    enabled: chainId !== null,
  });
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
      {chainId !== null && <AddToWallet rollup={publicDetails} />}
      {mayRenew && (
        <Button kind="primary" icon="history" onClick={() => setRenewing(true)}>
          Renew
        </Button>
      )}
      {renewing && <RenewDialog rollup={rollup} onClose={() => setRenewing(false)} onRenewed={onRenewed} />}
    </>
  );
};
