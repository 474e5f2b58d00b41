import { useState } from "react";
import { unlinkWallet, wallets } from "../../../../../resources/account/wallets.ts";
import { walletsPerPerson } from "../../../../../resources/limits.ts";
import { refreshSession } from "../../../flows/account/refresh-session.ts";
import { LinkWalletDialog } from "../../../flows/session/link-wallet-dialog.tsx";
import { useAct } from "../../../framework/data/use-act.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatDay } from "../../../lib/format/date.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { FactList, FactRow } from "../fact-list.tsx";

/** The wallets that are this person, and the ways to link and unlink one. */
export const WalletsCard = () => {
  const { data, error, reload } = useCall(wallets);
  const [linking, setLinking] = useState(false);
  const changed = () => {
    reload();
    refreshSession();
  };
  const { act, acting } = useAct(unlinkWallet, { done: "Unlinked", onDone: changed });
  const items = data?.items ?? [];

  const unlink = async (address: string): Promise<void> => {
    const text = `Signing in with ${shortenAddress(address)} will begin an account of its own.`;
    const question = { title: "Unlink this wallet?", text, ok: "Unlink", danger: true };
    if (await dialogs.confirm(question)) await act({ params: { address } });
  };

  return (
    <Card
      title="Wallets"
      text="Signing in with any of them leads to this account."
      actions={
        data && (
          <Button
            disabled={items.length >= walletsPerPerson}
            {...(items.length >= walletsPerPerson && { title: `${walletsPerPerson} wallets at most` })}
            onClick={() => setLinking(true)}
          >
            Link wallet
          </Button>
        )
      }
    >
      {error && !data && <ErrorState message={error.message} onRetry={reload} />}
      {!error && !data && <Skeleton lines={2} />}
      {data && (
        <FactList label="Wallets">
          {items.map(({ address, primary, linkedAt }) => (
            <FactRow
              key={address}
              icon="wallet"
              title={<CopyText text={address} label="address" />}
              facts={
                <>
                  {primary && <span className="fh-badge">Stands for the account</span>}
                  <span>Since {formatDay(linkedAt)}</span>
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
