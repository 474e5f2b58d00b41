import { type PublicRollup, rollupFaucet } from "../../../../../resources/raas/public-calls.ts";
import { formatCoins, formatCoinsShort } from "../../../lib/format/coins.ts";
import { shortenAddress } from "../../../lib/format/shorten.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/fields/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import styles from "./bridge.module.css";
import { endsOf, routeOf, type End } from "./ends.ts";
import { amountProblem, moveOf, receiverProblem, type BridgeState } from "./machine.ts";
import type { Balances } from "./use-balances.ts";
import type { BridgeView } from "./use-bridge.ts";
import { askFaucet } from "../../../../../resources/chains/faucet.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { chainOfId } from "../../../../../resources/chains/chains.ts";
import { send } from "../../../api/client.ts";
import { useWork } from "../../../framework/data/use-act.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";

interface MoveFormProps {
  readonly rollup: PublicRollup;
  readonly view: BridgeView;
  readonly balances: Balances | undefined;
  /** Called after coins were sent. */
  readonly onGiven: () => void;
}

export const MoveForm = ({ rollup, view, balances, onGiven }: MoveFormProps) => {
  const { bridge, state, account } = view;
  const { direction, input, receiver, step } = state;
  const { from, to } = routeOf(rollup, direction);
  const isDeposit = direction === "deposit";
  const balance = isDeposit ? balances?.settlement : balances?.rollup;
  const move = moveOf(state);
  const wrongAmount = amountProblem(input, balance, from.symbol);
  const ready = move !== undefined && wrongAmount === "";
  return (
    <Form
      className={styles.form}
      onSubmit={() => void (account === undefined ? view.connect() : ready && bridge.start(move))}
    >
      <Segmented
        label="Direction"
        value={direction}
        options={[
          { value: "deposit", label: "Deposit" },
          { value: "withdraw", label: "Withdraw" },
        ]}
        onChange={(next) => bridge.send({ type: "turn", direction: next })}
      />
      <div className={styles.way}>
        <EndView label="From" end={from} balance={balance} />
        <Icon name="arrow-right" size={20} />
        <EndView label="To" end={to} balance={isDeposit ? balances?.rollup : balances?.settlement} />
      </div>
      <WalletChoice view={view} />
      {step.name === "done" && <Done state={state} rollup={rollup} />}
      <TextField
        label={`Amount in ${from.symbol}`}
        value={input}
        autoComplete="off"
        placeholder="0.0"
        error={wrongAmount}
        onChange={(text) => bridge.send({ type: "type-amount", input: text })}
      />
      <TextField
        label={`Receiver on ${to.name}`}
        code
        value={receiver}
        autoComplete="off"
        placeholder={account ?? "0x…"}
        hint="Leave blank to use your own account."
        error={receiverProblem(receiver)}
        onChange={(text) => bridge.send({ type: "type-receiver", receiver: text })}
      />
      <p className={styles.note}>{isDeposit ? depositNote(to) : withdrawNote(rollup, to)}</p>
      {step.name === "failed" && step.problem.kind === "insufficient-funds" && (
        <div role="alert">
          <Banner kind="warning" title={step.problem.message}>
            It needs the amount and the fee, in {from.symbol} on {from.name}.
          </Banner>
        </div>
      )}
      <Button type="submit" kind="primary" size="large" wide disabled={account !== undefined && !ready}>
        {account === undefined ? "Connect wallet" : labelOf(state, from)}
      </Button>
      <Faucets rollup={rollup} account={account} onGiven={onGiven} />
    </Form>
  );
};

const depositNote = ({ name }: End): string =>
  `The rollup's sequencer pays deposits on ${name}, usually within seconds.`;

const withdrawNote = ({ withdrawPeriod }: PublicRollup, { name }: End): string =>
  `Start the withdrawal here. ${waitLabel(withdrawPeriod)} after the rollup's state is posted to ${name}, collect it there with a second transaction.`;

const labelOf = (state: BridgeState, { symbol }: End): string => {
  const move = moveOf(state);
  const verb = state.direction === "deposit" ? "Deposit" : "Withdraw";
  return move && move.kind !== "finalize" ? `${verb} ${formatCoins(move.amount, symbol)}` : verb;
};

interface EndViewProps {
  readonly label: string;
  readonly end: End;
  readonly balance: bigint | undefined;
}

const EndView = ({ label, end, balance }: EndViewProps) => (
  <div className={styles.end}>
    <small>{label}</small>
    <strong>{end.name}</strong>
    <span title={balance === undefined ? undefined : formatCoins(balance, end.symbol)}>
      {balance === undefined ? end.symbol : formatCoinsShort(balance, end.symbol)}
    </span>
  </div>
);

const WalletChoice = ({ view: { wallets, wallet, account, chooseWallet } }: { readonly view: BridgeView }) => {
  if (!wallet) return null;
  return (
    <div className={styles.wallet}>
      {wallets.length > 1 ? (
        <Segmented
          label="Wallet"
          value={wallet.key}
          options={wallets.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(key) => chooseWallet(wallets.find((other) => other.key === key)!)}
        />
      ) : (
        <span>{wallet.name}</span>
      )}
      {account !== undefined && (
        <span className="fh-mono" title={account}>
          {shortenAddress(account)}
        </span>
      )}
    </div>
  );
};

/** Shown when the last move's transaction is mined. */
const Done = ({ state: { step }, rollup }: { readonly state: BridgeState; readonly rollup: PublicRollup }) => {
  if (step.name !== "done") return null;
  const ends = endsOf(rollup);
  const labels = {
    deposit: `Deposit sent. ${ends.rollup.name} credits it in a moment.`,
    withdraw: `Withdrawal started. Return here to collect it on ${ends.settlement.name}.`,
    finalize: `Paid out on ${ends.settlement.name}.`,
    claim: `Claimed on ${ends.rollup.name}.`,
  } as const;
  return <Banner kind="success" icon="check" title={labels[step.move.kind]} />;
};

/** Formats a minimum duration, in seconds, as the start of a sentence: "Right", "10 minutes". */
const waitLabel = (seconds: number): string => {
  if (seconds < 1) return "Right";
  const [size, noun] = (
    [
      [86_400, "day"],
      [3600, "hour"],
      [60, "minute"],
      [1, "second"],
    ] as const
  ).find(([unit]) => seconds >= unit)!;
  const count = Math.ceil(seconds / size);
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
};

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
const Faucets = ({ rollup, account, onGiven }: FaucetsProps) => {
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
