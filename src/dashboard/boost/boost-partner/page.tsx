import { lazy, Suspense } from "react";
import { stakeTerms, stakeTotal } from "../../../../resources/boost/staking/stake-terms.ts";
import { useNode } from "../flows/boost/node.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./mining.module.css";
import { TermsView } from "./terms-view.tsx";

/** /boost/partner: staked NFTs and tokens, and the rate increase from them. */
export const Component = () => (
  <BoostFrame title="Mining" lead="Stake NFTs and tokens to raise your node's hourly rate.">
    <Mining />
  </BoostFrame>
);

/** Includes wallet code, so it loads only for signed-in users. */
const OwnStakes = lazy(() => import("./own-stakes.tsx").then((module) => ({ default: module.OwnStakes })));

const totalPollMs = 30_000;

/** Public staking terms and the user's own stakes. */
const Mining = () => {
  const terms = useCall(stakeTerms);
  const total = useCall(stakeTotal, { pollMs: totalPollMs, enabled: terms.data?.contracts != null });
  const node = useNode();
  return (
    <BoostData of={terms} rows={5}>
      {(loaded) => {
        if (loaded.contracts === null)
          return (
            <Nothing
              icon="bolt"
              title="Mining is unavailable"
              text="Staking contracts are not configured. Your node keeps earning."
            />
          );
        if (node.name === "out")
          return (
            <div className={styles.column}>
              <TermsView terms={loaded} total={total.data?.total} />
              <Panel title="Your stakes">
                <SignedOut
                  icon="bolt"
                  title="Connect your wallet to stake"
                  text="Your NFTs and tokens appear after you sign in."
                />
              </Panel>
            </div>
          );
        return (
          <Suspense fallback={<Skeleton lines={8} />}>
            <OwnStakes terms={loaded} total={total.data?.total} onStaked={total.reload} />
          </Suspense>
        );
      }}
    </BoostData>
  );
};
