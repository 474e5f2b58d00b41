import { useState } from "react";
import { nodeTokens } from "../../../../resources/boost/stake-calls.ts";
import type { StakeTerms } from "../../../../resources/boost/stake-terms.ts";
import { boostToast } from "../../flows/boost/boost-toast.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { useStaking } from "../../flows/boost-stake/use-staking.ts";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { CountingList } from "./counting-list.tsx";
import styles from "./mining.module.css";
import { NftPanel } from "./nft-panel.tsx";
import { Overview } from "./overview.tsx";
import { StakingProgress } from "./staking-progress.tsx";
import { TermsView } from "./terms-view.tsx";
import { TokenPanel } from "./token-panel.tsx";
import { useMining } from "./use-mining.ts";
import { doneMessage } from "./labels.ts";

interface OwnStakesProps {
  readonly terms: StakeTerms;
  readonly total: string | undefined;
  readonly onStaked: () => void;
}

const tokensShown = 5;
/** The local devnet confirms in seconds. */
const pollMs = { own: 2000, public: 15_000 } as const;

/** The user's own NFTs and tokens: active stakes, stakeable assets and the actions. */
export const OwnStakes = ({ terms, total, onStaked }: OwnStakesProps) => {
  const [page, setPage] = useState(1);
  /** Number of completed actions. Resets the form after each one, to prevent a second submission. */
  const [done, setDone] = useState(0);
  const every = terms.faucet ? pollMs.own : pollMs.public;
  const mining = useMining(every);
  const counted = useCall(nodeTokens, { query: { page, size: tokensShown }, pollMs: every });
  const reload = (): void => {
    mining.reload();
    counted.reload();
    onStaked();
  };
  const { state, start } = useStaking({
    addresses: mining.data?.stake.addresses ?? [],
    onChange: reload,
    onDone: (act) => {
      setDone((times) => times + 1);
      boostToast("success", doneMessage(act));
    },
  });

  return (
    <BoostData of={mining} rows={5}>
      {({ stake, nfts }) => {
        if (stake.addresses.length === 0)
          return (
            <div className={styles.column}>
              <TermsView terms={terms} total={total} />
              <Nothing
                icon="wallet"
                title="No linked wallet"
                text="Open Freehold in a browser and link your wallet to stake for this node."
              />
            </div>
          );
        return (
          <div className={styles.column}>
            <Overview stake={stake} />
            <StakingProgress state={state} chainName={terms.chainName} />
            <div className={styles.halves}>
              <NftPanel terms={terms} nfts={nfts} staking={state} onAct={start} />
              <TokenPanel key={done} terms={terms} stake={stake} staking={state} onAct={start} onGiven={reload} />
            </div>
            <CountingList counted={counted} page={page} size={tokensShown} onPage={setPage} />
            <TermsView terms={terms} total={total} />
          </div>
        );
      }}
    </BoostData>
  );
};
