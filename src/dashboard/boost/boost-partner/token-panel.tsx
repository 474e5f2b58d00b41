import { useState } from "react";
import type { Stake } from "../../../../resources/boost/staking/stake-calls.ts";
import type { StakeTerms } from "../../../../resources/boost/staking/stake-terms.ts";
import { askFaucet } from "../../../../resources/chains/faucet.ts";
import { chainMessages } from "../../../../resources/chains/messages.ts";
import { text } from "../../../../resources/declare/fields.ts";
import { isUnderWay, type StakeAct, type StakingState } from "../flows/boost-stake/machine.ts";
import { amountProblem, buffAfter, type Direction } from "../flows/boost-stake/moving.ts";
import {
  formatBuff,
  formatTokens,
  formatTokensExactly,
  tokenAmount,
  tokenSymbol,
} from "../flows/boost-stake/tokens.ts";
import { boostToast, toastProblem } from "../flows/boost/boost-toast.ts";
import { Declined } from "../../framework/data/handled-errors.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { FormSteps, ownForm } from "../../framework/forms/form.tsx";
import { parseCoins } from "../../lib/format/coins.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { AmountInput } from "../boost-frame/amount-input.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";

interface TokenPanelProps {
  readonly terms: StakeTerms;
  readonly stake: Stake;
  readonly staking: StakingState;
  /** Resolves to whether it was done. */
  readonly onAct: (act: StakeAct) => Promise<boolean>;
  /** Called after test coins are received. */
  readonly onGiven: () => void;
}

const fields = { amount: text(`Amount in ${tokenSymbol}`, { min: 1 }) };

/** Stakes and withdraws tokens. */
export const TokenPanel = ({ terms, stake, staking, onAct, onGiven }: TokenPanelProps) => {
  const [direction, setDirection] = useState<Direction>("stake");
  const isActing = isUnderWay(staking);
  const tokens = { staked: tokenAmount(stake.staked), held: tokenAmount(stake.balance) };
  const most = direction === "stake" ? stake.balance : stake.staked;
  const problemOf = (input = "") => amountProblem(input, direction, tokens);
  const amountOf = (input = "") => (problemOf(input) === "" ? parseCoins(input) : undefined);
  const hintOf = (amount: bigint | undefined) =>
    amount === undefined
      ? `${direction === "stake" ? "In your wallet" : "Staked"}: ${formatTokens(tokenAmount(most))}`
      : `New total from tokens: ${formatBuff(buffAfter(tokens, direction, amount))}`;
  return (
    <Panel
      title="Tokens"
      text={`${formatBuff(terms.perStakedToken)} per staked token (from ${terms.stakedTokensMin}), ${formatBuff(terms.perHeldToken)} per unstaked token.`}
    >
      <FormSteps
        key={direction}
        // Own form: the user's wallet sends a transaction.
        form={ownForm(fields, async ({ amount }) => {
          if (!(await onAct({ kind: direction, amount: amountOf(amount)! }))) throw new Declined();
        })}
        head={
          <Segmented
            label="Action"
            value={direction}
            disabled={isActing}
            options={[
              { value: "stake", label: "Stake" },
              { value: "withdraw", label: "Withdraw" },
            ]}
            onChange={setDirection}
          />
        }
        overrides={({ amount }) => ({ amount: { hint: hintOf(amountOf(amount)) } })}
        problems={({ amount }) => ({ amount: problemOf(amount) })}
        controls={{
          amount: (control) => (
            <AmountInput {...control} disabled={isActing} most={most} title={formatTokensExactly(tokenAmount(most))} />
          ),
        }}
        blocked={({ amount }) => isActing || amountOf(amount) === undefined}
        submit={direction === "stake" ? "Stake tokens" : "Withdraw tokens"}
      />
      {terms.faucet && <Faucet chain={terms.chain} address={stake.addresses[0]!} onGiven={onGiven} />}
    </Panel>
  );
};

interface FaucetProps {
  readonly chain: string;
  readonly address: string;
  readonly onGiven: () => void;
}

/** The faucet of the local devnet: its coins and tokens have no value. */
const Faucet = ({ chain, address, onGiven }: FaucetProps) => {
  const { act, acting } = useAct(askFaucet, {
    onError: toastProblem,
    onDone: () => {
      boostToast("success", chainMessages.testCoinsGiven);
      onGiven();
    },
  });
  return (
    <div className={styles.faucet}>
      <p>This is a local devnet. Its coins and tokens are free and have no value.</p>
      <Button icon="gift" busy={acting} onClick={() => void act({ body: { chain, address } })}>
        Get test coins
      </Button>
    </div>
  );
};
