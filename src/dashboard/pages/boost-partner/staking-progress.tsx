import { useEffect, useRef } from "react";
import { isUnderWay, type StakingState, type ActiveState, type StakeAct } from "../../flows/boost-stake/machine.ts";
import { formatTokens } from "../../flows/boost-stake/tokens.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { StepList } from "../../ui/step-list.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import styles from "./mining.module.css";

interface StakingProgressProps {
  readonly state: StakingState;
  readonly chainName: string;
}

/** Progress of a staking action; empty when none is running. */
export const StakingProgress = ({ state, chainName }: StakingProgressProps) =>
  isUnderWay(state) && <Progress key={state.attempt} state={state} chainName={chainName} />;

const Progress = ({ state, chainName }: { readonly state: ActiveState; readonly chainName: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const steps = stepsOf(state, chainName);
  return (
    <div ref={box} className={styles.progress}>
      <Panel title={actLabel(state.act)}>
        <StepList
          steps={steps.map(({ text }) => text)}
          at={steps.findIndex(({ names }) => names.includes(state.name))}
        />
        {"hash" in state && (
          <p className={styles.note}>
            Transaction sent. You can leave this page.{" "}
            <CopyText text={state.hash} shown={shortenHash(state.hash)} label="transaction" />
          </p>
        )}
      </Panel>
    </div>
  );
};

interface Step {
  readonly names: readonly ActiveState["name"][];
  readonly text: string;
}

const stepsOf = (state: ActiveState, chainName: string): readonly Step[] => {
  const { kind } = state.act;
  const approves = kind === "stake" || kind === "stake-nft";
  const blocks = state.name === "counting" ? ` (${state.seen} of ${state.needed} blocks)` : "";
  return [
    { names: ["connecting"], text: `Connect your wallet to ${chainName}` },
    ...(approves ? [{ names: ["approving"], text: "Approve the contract in your wallet" } as const] : []),
    { names: ["confirming"], text: "Confirm in your wallet" },
    { names: ["waiting"], text: `Wait for ${chainName}` },
    ...(kind === "mint" ? [] : [{ names: ["counting"], text: `Confirm the stake${blocks}` } as const]),
  ];
};

/** Returns the label of a running action. */
const actLabel = (act: StakeAct): string => {
  switch (act.kind) {
    case "mint":
      return "Minting an NFT";
    case "stake-nft":
      return `Staking NFT #${act.id}`;
    case "unstake-nft":
      return `Unstaking NFT #${act.id}`;
    case "stake":
      return `Staking ${formatTokens(act.amount)}`;
    case "withdraw":
      return `Withdrawing ${formatTokens(act.amount)}`;
  }
};
