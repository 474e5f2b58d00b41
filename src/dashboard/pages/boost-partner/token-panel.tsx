import { useState } from "react";
import type { Stake } from "../../../../resources/boost/stake-calls.ts";
import type { StakeTerms } from "../../../../resources/boost/stake-terms.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import { giveTestCoins } from "../../flows/boost-stake/faucet.ts";
import { isUnderWay, type StakeAct, type StakingState } from "../../flows/boost-stake/machine.ts";
import { amountProblem, buffAfter, type Direction } from "../../flows/boost-stake/moving.ts";
import {
  formatBuff,
  formatTokens,
  formatTokensExactly,
  tokenAmount,
  tokenSymbol,
} from "../../flows/boost-stake/tokens.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { problemOf } from "../../flows/boost/problem-of.ts";
import { parseCoins } from "../../lib/format/coins.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";

interface TokenPanelProps {
  readonly terms: StakeTerms;
  readonly stake: Stake;
  readonly staking: StakingState;
  readonly onAct: (act: StakeAct) => void;
  /** Called after test coins are received. */
  readonly onGiven: () => void;
}

/** Stakes and withdraws tokens. */
export const TokenPanel = ({ terms, stake, staking, onAct, onGiven }: TokenPanelProps) => {
  const [direction, setDirection] = useState<Direction>("stake");
  const [input, setInput] = useState("");
  const isActing = isUnderWay(staking);
  const isThis = isActing && "amount" in staking.act;
  const tokens = { staked: tokenAmount(stake.staked), held: tokenAmount(stake.balance) };
  const most = direction === "stake" ? stake.balance : stake.staked;
  const problem = amountProblem(input, direction, tokens);
  const amount = problem === "" ? parseCoins(input) : undefined;
  const changeDirection = (next: Direction): void => {
    setDirection(next);
    setInput("");
  };
  return (
    <Panel
      title="Tokens"
      text={`${formatBuff(terms.perStakedToken)} per staked token (from ${terms.stakedTokensMin}), ${formatBuff(terms.perHeldToken)} per unstaked token.`}
    >
      <Form className={styles.form} onSubmit={() => amount !== undefined && onAct({ kind: direction, amount })}>
        <Segmented
          label="Action"
          value={direction}
          disabled={isActing}
          options={[
            { value: "stake", label: "Stake" },
            { value: "withdraw", label: "Withdraw" },
          ]}
          onChange={changeDirection}
        />
        <div className={styles.amount}>
          <TextField
            label={`Amount in ${tokenSymbol}`}
            value={input}
            autoComplete="off"
            placeholder="0"
            disabled={isActing}
            error={problem}
            hint={
              amount === undefined
                ? `${direction === "stake" ? "In your wallet" : "Staked"}: ${formatTokens(tokenAmount(most))}`
                : `New total from tokens: ${formatBuff(buffAfter(tokens, direction, amount))}`
            }
            onChange={setInput}
          />
          <Button
            disabled={isActing || tokenAmount(most) === 0n}
            title={formatTokensExactly(tokenAmount(most))}
            onClick={() => setInput(most)}
          >
            Max
          </Button>
        </div>
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          busy={isThis}
          disabled={isActing || amount === undefined}
        >
          {direction === "stake" ? "Stake tokens" : "Withdraw tokens"}
        </Button>
      </Form>
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
  const [giving, setGiving] = useState(false);
  const give = async (): Promise<void> => {
    setGiving(true);
    try {
      await giveTestCoins(chain, address);
      boostToast("success", chainMessages.testCoinsGiven);
      onGiven();
    } catch (error) {
      boostToast("error", problemOf(error));
    } finally {
      setGiving(false);
    }
  };
  return (
    <div className={styles.faucet}>
      <p>This is a local devnet. Its coins and tokens are free and have no value.</p>
      <Button icon="gift" busy={giving} onClick={() => void give()}>
        Get test coins
      </Button>
    </div>
  );
};
