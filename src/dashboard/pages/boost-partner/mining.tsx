import { lazy, Suspense } from "react";
import { stakeTerms, stakeTotal } from "../../../../resources/boost/stake-terms.ts";
import { useNode } from "../../flows/boost/node.ts";
import { useBoost } from "../../flows/boost/use-boost.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BoostData, Nothing } from "../boost-frame/boost-data.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./mining.module.css";
import { TermsView } from "./terms-view.tsx";

/** With all that wallets need, so for who is signed in only. */
const OwnStakes = lazy(() => import("./own-stakes.tsx").then((module) => ({ default: module.OwnStakes })));

const totalPollMs = 30_000;

/** What staking brings, for anybody; and the person's own stakes. */
export const Mining = () => {
  const terms = useBoost(stakeTerms);
  const total = useBoost(stakeTotal, { pollMs: totalPollMs, enabled: terms.value?.contracts != null });
  const node = useNode();
  return (
    <BoostData of={terms} rows={5}>
      {(known) => {
        if (known.contracts === null)
          return (
            <Nothing
              icon="bolt"
              title="Mining is not set up here"
              text="This cloud has no contracts for staking. Your node earns all the same."
            />
          );
        if (node.name === "out")
          return (
            <div className={styles.column}>
              <TermsView terms={known} total={total.value?.total} />
              <Panel title="Your stakes">
                <SignedOut
                  icon="bolt"
                  title="Connect to stake"
                  text="Your NFTs and tokens are read from the chain as soon as you are signed in with their wallet."
                />
              </Panel>
            </div>
          );
        return (
          <Suspense fallback={<Skeleton lines={8} />}>
            <OwnStakes terms={known} total={total.value?.total} onStaked={total.reload} />
          </Suspense>
        );
      }}
    </BoostData>
  );
};
