import { useState } from "react";
import { unlinkWallet, wallets } from "../../../../../resources/account/wallets.ts";
import { walletsPerPerson } from "../../../../../resources/limits.ts";
import { refreshSession } from "../../flows/account/account.ts";
import { LinkWalletDialog } from "../../flows/session/link-wallet-dialog.tsx";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { FactList, FactRow } from "../fact-list.tsx";

/** The account's wallets. */
export const WalletsCard = () => {
  const { data, error, reload } = useCall(wallets);
  const [linking, setLinking] = useState(false);
  const changed = () => {
    reload();
    void refreshSession();
  };
  const { act, acting } = useAct(unlinkWallet, { done: "Wallet unlinked", onDone: changed });
  const items = data?.items ?? [];

  const unlink = async (address: string): Promise<void> => {
    const text = `Signing in with ${shortenAddress(address)} will create a separate account.`;
    const question = { title: "Unlink this wallet?", text, ok: "Unlink", danger: true };
    if (await dialogs.confirm(question)) await act({ params: { address } });
  };

  return (
    <Card
      title="Wallets"
      text="Sign in to this account with any of these wallets."
      actions={
        data && (
          <Button
            disabled={items.length >= walletsPerPerson}
            {...(items.length >= walletsPerPerson && { title: `Up to ${walletsPerPerson} wallets` })}
            onClick={() => setLinking(true)}
          >
            Link wallet
          </Button>
        )
      }
    >
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!error && !data && <Skeleton lines={2} />}
      {items.length === 0 && data && <p>No wallets yet. Link a wallet to sign in from any browser.</p>}
      {items.length > 0 && (
        <FactList label="Wallets">
          {items.map(({ address, primary, linkedAt }) => (
            <FactRow
              key={address}
              icon="wallet"
              title={<CopyText text={address} label="address" />}
              facts={
                <>
                  {primary && <span className="fh-badge">Main wallet</span>}
                  <span>Linked {formatDay(linkedAt)}</span>
                </>
              }
              action={
                items.length > 1 && (
                  <Button
                    size="small"
                    disabled={acting}
                    title={`Unlink ${shortenAddress(address)}`}
                    onClick={() => void unlink(address)}
                  >
                    Unlink
                  </Button>
                )
              }
            />
          ))}
        </FactList>
      )}
      {linking && (
        <LinkWalletDialog
          merges={items.length === 0}
          onClose={() => setLinking(false)}
          onLinked={() => {
            setLinking(false);
            toast("Wallet linked");
            changed();
          }}
        />
      )}
    </Card>
  );
};
