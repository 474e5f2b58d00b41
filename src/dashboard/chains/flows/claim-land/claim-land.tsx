import { formatMoneyInFull } from "../../../../../resources/money.ts";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { assets } from "../../../../../resources/billing/deposit-calls.ts";
import { claimPresets } from "../../../../../resources/chains/limits.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import { chainOf, claimOrder, type ChainKey } from "../../../../../resources/chains/chains.ts";
import { send } from "../../../api/client.ts";
import { config, configReady } from "../../../api/config.ts";
import { shortenAddress, shortenHash } from "../../../lib/format/shorten.ts";
import { AmountChoice } from "../../../ui/fields/amount-choice.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { StepList } from "../../../ui/panels/step-list.tsx";
import { useCached } from "../../../ui/cached/use-cached.ts";
import { ChainChoice } from "./chain-choice.tsx";
import styles from "./claim-land.module.css";
import { canClaim, claimChain, isOpen, type ClaimStep } from "./machine.ts";
import { Shortfall } from "./shortfall.tsx";
import { Summary } from "./summary.tsx";
import { useClaim, type ClaimOptions, type ClaimView } from "./use-claim.ts";
import { networkOf, networks, runsOwnChains } from "./wallets.ts";

interface ClaimLandProps extends ClaimOptions {
  /** Closes the dialog or page after LAND is credited; without it the user can only claim again. */
  readonly onClose?: () => void;
}

/** The dialogs have the specification's verb, the page Deposit its own. */
const claimLabels = { start: "Claim LAND", busy: "Claiming…", again: "Claim more" };
const depositLabels = { start: "Deposit", busy: "Depositing…", again: "Deposit more" };

/** The claim flow, from the chain to the credited amount. Used in a dialog or on a page. */
export const ClaimLand = ({ onClose, ...options }: ClaimLandProps) => {
  const labels = options.source === "deposit" ? depositLabels : claimLabels;
  const view = useClaim(options);
  const { claim, state, payer, account, moving } = view;
  useSyncExternalStore(config.subscribe, config.get);
  const offered = offeredAmong(claimOrder);
  const chain = claimChain(state, offered);
  // From the chain's contract, before a wallet is asked.
  const { data: price, error } = useCached({
    queryKey: ["land-price", chain],
    queryFn: async () => {
      await configReady();
      const { readPrice } = await import("../../evm/recharge.ts");
      return readPrice(networkOf(chain!));
    },
    enabled: chain !== undefined,
  });
  const failed = error !== undefined;
  const open = isOpen(state);
  if (state.step.name === "credited") {
    return (
      <Credited
        step={state.step}
        again={labels.again}
        onAgain={() => claim.send({ type: "again" })}
        onClose={onClose}
      />
    );
  }
  if (!open) {
    return (
      <div className={styles.claim}>
        <Summary state={state} chain={chain} price={price} failed={failed} isUnderWay />
        <Progress step={state.step} chain={chain} wallet={payer?.name} />
        <Button kind="primary" size="large" wide busy>
          {labels.busy}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.claim}>
      <div className={styles.form}>
        {offered.length === 0 && <Banner kind="warning">No blockchain is configured. Ask your administrator.</Banner>}
        <ChainChoice offered={offered} chain={chain} onChoose={view.chooseChain} />
        <AmountChoice
          presets={claimPresets}
          preset={state.preset}
          custom={state.custom}
          onPreset={(millions) => claim.send({ type: "choose-preset", millions })}
          onCustom={(input) => claim.send({ type: "type-amount", input })}
        />
        <PayChoice view={view} symbol={chain && chainOf(chain)?.currency.symbol} />
        <OnPublicNetwork view={view} />
      </div>
      <div className={styles.beside}>
        <Summary state={state} chain={chain} price={price} failed={failed} />
        {runsOwnChains() && <p className={styles.note}>Local test chains. Coins are free.</p>}
        {state.step.name === "failed" && chain && (
          <Shortfall
            problem={state.step.problem}
            chain={chain}
            account={account}
            onGiven={() => claim.send({ type: "again" })}
          />
        )}
        <Button
          kind="primary"
          size="large"
          wide
          busy={moving}
          disabled={!canClaim(state, offered)}
          onClick={claim.start}
        >
          {labels.start}
        </Button>
      </div>
    </div>
  );
};

interface CreditedProps {
  readonly step: Extract<ClaimStep, { readonly name: "credited" }>;
  /** Label of the button for another one. */
  readonly again: string;
  readonly onAgain: () => void;
  readonly onClose: (() => void) | undefined;
}

/** The server credited it. */
const Credited = ({ step, again, onAgain, onClose }: CreditedProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // Of the user's own team, where it is credited.
  const balance = useCached({
    queryKey: ["own-land"],
    queryFn: () => send(assets, { personal: true, silent: true }),
    gcTime: 0,
  }).data?.land;
  return (
    <div className={styles.credited}>
      <span className={styles.tick} aria-hidden="true">
        <Icon name="check" size={26} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {chainMessages.landClaimed}
      </h2>
      <p>
        <b>{formatMoneyInFull(step.land)}</b> added to your account.{" "}
        {balance !== undefined && ` Your balance is ${formatMoneyInFull(balance)}.`}
      </p>
      <p className={styles.note}>
        Transaction <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
      </p>
      <div className="fh-row">
        <Button onClick={onAgain}>{again}</Button>
        {onClose && (
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </div>
  );
};

/** Rejects a wallet on a public network while this instance runs local devnets, and offers another wallet. */
const OnPublicNetwork = ({ view }: { readonly view: ClaimView }) => {
  const { state, payers = [], payer, refused, choosePayer, claim } = view;
  const { step } = state;
  const hasFailed = step.name === "failed" && step.problem.kind === "public-network";
  if (!payer || !(refused || hasFailed)) return null;
  const other = payers.find(({ key }) => key !== payer.key);
  const use = (wallet: typeof payer): void => {
    choosePayer(wallet);
    claim.send({ type: "again" });
  };
  return (
    <div role="alert">
      <Banner
        kind="warning"
        title={`${payer.name} can't pay here`}
        action={
          other && (
            <Button size="small" onClick={() => use(other)}>
              Use {other.name}
            </Button>
          )
        }
      >
        {chainMessages.publicNetwork}
      </Banner>
    </div>
  );
};

interface PayChoiceProps {
  readonly view: ClaimView;
  /** The chain's native coin. */
  readonly symbol: string | undefined;
}

/** Coin and wallet to pay with. */
const PayChoice = ({ view, symbol = "Coin" }: PayChoiceProps) => {
  const { claim, state, payers = [], payer, account, choosePayer } = view;
  return (
    <div className={styles.pay}>
      <div className={styles.part}>
        <span className={styles.legend}>Pay with</span>
        <Segmented
          label="Pay with"
          value={state.coin}
          options={[
            { value: "native", label: symbol },
            { value: "usd", label: "US dollar coin" },
          ]}
          onChange={(coin) => claim.send({ type: "choose-coin", coin })}
        />
      </div>
      {payer && (
        <div className={styles.part}>
          <span className={styles.legend}>From</span>
          {payers.length > 1 ? (
            <Segmented
              label="Wallet"
              value={payer.key}
              options={payers.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={(key) => choosePayer(payers.find((wallet) => wallet.key === key)!)}
            />
          ) : (
            <span className={styles.wallet}>
              {payer.name}
              {account && <span className="fh-mono">{shortenAddress(account)}</span>}
            </span>
          )}
        </div>
      )}
    </div>
  );
};

interface ProgressProps {
  readonly step: ClaimStep;
  readonly chain: ChainKey | undefined;
  /** Name of the paying wallet. */
  readonly wallet: string | undefined;
}

const order = ["connecting", "switching", "pricing", "confirming", "waiting"] as const;

/** Progress of the claim, step by step. */
const Progress = ({ step, chain, wallet = "your wallet" }: ProgressProps) => {
  const at = order.findIndex((name) => name === step.name);
  const network = chainOf(chain ?? "")?.name ?? "the chain";
  const labels = [
    `Connect ${wallet}`,
    `Switch to ${network}`,
    "Get the price",
    wordsOfAsk(step, wallet),
    wordsOfWaiting(step),
  ];
  return (
    <div className={styles.progress}>
      <StepList steps={labels} at={at} />
      {step.name === "waiting" && (
        <p className={styles.note}>
          You can leave this page. LAND is credited once the chain confirms transaction{" "}
          <CopyText text={step.hash} shown={shortenHash(step.hash)} label="transaction" />
        </p>
      )}
    </div>
  );
};

const wordsOfAsk = (step: ClaimStep, wallet: string): string => {
  if (step.name !== "confirming" || step.ask === "pay") return `Confirm in ${wallet}`;
  return step.ask === "permit" ? `Sign the coin permit in ${wallet}` : `Approve the coin in ${wallet}`;
};

const wordsOfWaiting = (step: ClaimStep): string => {
  if (step.name !== "waiting" || !step.deposit) return "Wait for confirmations";
  const { confirmations, needed } = step.deposit;
  return `Wait for confirmations: ${Math.min(confirmations, needed)} of ${needed}`;
};

/** Chains that accept payments, in the order of the claim menu. */
const offeredAmong = (order: readonly ChainKey[]): readonly ChainKey[] => {
  const available = new Set(networks().map(({ key }) => key));
  return order.filter((key) => available.has(key));
};
