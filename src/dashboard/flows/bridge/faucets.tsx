import { askFaucet } from "../../../../resources/billing/faucet.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { chainOfId } from "../../../../resources/chains.ts";
import { rollupFaucet, type PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { send } from "../../api/client.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import styles from "./bridge.module.css";
import { endsOf } from "./ends.ts";

interface FaucetsProps {
  readonly rollup: PublicRollup;
  readonly account: string | undefined;
  readonly onGiven: () => void;
}

interface Faucet {
  readonly name: string;
  readonly work: (address: string) => Promise<unknown>;
}

/** Faucets of both ends, shown if the server runs both chains: their coins have no value. */
export const Faucets = ({ rollup, account, onGiven }: FaucetsProps) => {
  const { act, running } = useWork(({ work }: Faucet) => work(account!), {
    done: chainMessages.testCoinsGiven,
    onDone: onGiven,
    onError: ({ message: text }) => {
      void dialogs.alert({ title: "No coins were given", text });
      return true;
    },
  });
  if (!rollup.faucet) return null;
  const { chainId, settlement } = rollup;
  const ends = endsOf(rollup);
  const settlementKey = chainOfId(Number(settlement.chainId))?.key;
  const button = (name: string, work: Faucet["work"]) => (
    <Button
      size="small"
      icon="gift"
      busy={running?.name === name}
      disabled={account === undefined || running !== undefined}
      {...(account === undefined && { title: "Connect your wallet first." })}
      onClick={() => void act({ name, work })}
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
