import { useState } from "react";
import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { chainOfId } from "../../../../resources/chains.ts";
import { rollupFaucet, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { send } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { toast } from "../../ui/toast.ts";
import styles from "./bridge.module.css";
import { endsOf } from "./ends.ts";

interface FaucetsProps {
  readonly rollup: PublicRollup;
  readonly account: string | undefined;
  readonly onGiven: () => void;
}

/** Faucets of both ends, shown if the server runs both chains: their coins have no value. */
export const Faucets = ({ rollup, account, onGiven }: FaucetsProps) => {
  const [requesting, setGiving] = useState<string>();
  if (!rollup.faucet) return null;
  const { chainId, settlement } = rollup;
  const ends = endsOf(rollup);
  const settlementKey = chainOfId(Number(settlement.chainId))?.key;
  const give = async (name: string, work: (address: string) => Promise<unknown>): Promise<void> => {
    if (account === undefined) return;
    setGiving(name);
    try {
      await work(account);
      toast(chainMessages.testCoinsGiven);
      onGiven();
    } catch (error) {
      await dialogs.alert({ title: "No coins were given", text: (error as Error).message });
    } finally {
      setGiving(undefined);
    }
  };
  const button = (name: string, work: (address: string) => Promise<unknown>) => (
    <Button
      size="small"
      icon="gift"
      busy={requesting === name}
      disabled={account === undefined || requesting !== undefined}
      {...(account === undefined && { title: "Connect your wallet first." })}
      onClick={() => void give(name, work)}
    >
      Test coins on {name}
    </Button>
  );
  return (
    <div className={styles.faucets}>
      <p className={styles.note}>This instance runs both chains. Their coins are free and have no value.</p>
      {settlementKey !== undefined &&
        button(ends.settlement.name, (address) =>
          send(askFaucet, { body: { chain: settlementKey, address }, silent: true }),
        )}
      {button(ends.rollup.name, (address) =>
        send(rollupFaucet, { params: { chainId }, body: { address }, silent: true }),
      )}
    </div>
  );
};
