import { useEffect, useState } from "react";
import { bindStake, nftList, nodeTokens, stakeInfo, type StakeTerms } from "../../../../resources/boost/stake-calls.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { loadNode, sendBoost } from "../../flows/boost/node.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { useStaking } from "../../flows/boost-stake/use-staking.ts";
import { attempt } from "../../lib/attempt.ts";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { CountingList } from "./counting-list.tsx";
import styles from "./mining.module.css";
import { NftPanel } from "./nft-panel.tsx";
import { Overview } from "./overview.tsx";
import { StakingProgress } from "./staking-progress.tsx";
import { TermsView } from "./terms-view.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { doneWords } from "./words.ts";

interface OwnStakesProps {
  readonly terms: StakeTerms;
  readonly total: string | undefined;
  readonly onStaked: () => void;
}

const tokensShown = 5;

/** The person's own NFTs and tokens: what counts, what can be staked, and staking it. */
export const OwnStakes = ({ terms, total, onStaked }: OwnStakesProps) => {
  const [page, setPage] = useState(1);
  const stake = useBoost(stakeInfo);
  const nfts = useBoost(nftList);
  const counted = useBoost(nodeTokens, { input: { query: { page, size: tokensShown } } });
  const reload = (): void => {
    for (const one of [stake, nfts, counted]) one.reload();
    onStaked();
    void loadNode();
  };
  const { state, start } = useStaking({ addresses: stake.value?.addresses ?? [], onChange: reload });

  // What was staked elsewhere, or before there was a node, counts from the first visit on.
  useEffect(() => {
    void attempt(() => sendBoost(bindStake)).then(reload);
  }, []);
  useEffect(() => {
    if (state.name === "done") boostToast("success", doneWords(state.act));
  }, [state]);

  return (
    <BoostData of={stake} rows={5}>
      {(own) => {
        if (own.addresses.length === 0)
          return (
            <div className={styles.column}>
              <TermsView terms={terms} total={total} />
              <Nothing
                icon="wallet"
                title="No wallet is linked to your account"
                text="Open this cloud in a browser with your wallet and link it there. What it stakes counts for this node then."
              />
            </div>
          );
        return (
          <div className={styles.column}>
            <Overview stake={own} />
            <StakingProgress state={state} chainName={terms.chainName} />
            <div className={styles.halves}>
              <NftPanel terms={terms} nfts={nfts} staking={state} onAct={start} />
              <TokenPanel terms={terms} stake={own} staking={state} onAct={start} onGiven={reload} />
            </div>
            <CountingList counted={counted} page={page} size={tokensShown} onPage={setPage} />
            <TermsView terms={terms} total={total} />
          </div>
        );
      }}
    </BoostData>
  );
};
