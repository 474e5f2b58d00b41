import { lazy, Suspense } from "react";
import { inviteeCollectDays } from "../../../../resources/boost/limits.ts";
import { useNode } from "../flows/boost/node.ts";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Panel } from "../boost-frame/panel.tsx";
import { SignedOut } from "../boost-frame/signed-out.tsx";
import styles from "./airdrop.module.css";

const AirdropPanel = lazy(() =>
  import("../boost-tasks/airdrop-panel.tsx").then((module) => ({ default: module.AirdropPanel })),
);

/** /boost/airdrop */
export const Component = () => (
  <BoostFrame title="Airdrop" lead="Airdrops are split among nodes by their points at the snapshot.">
    <div className={styles.panels}>
      {useNode().name === "out" ? (
        <Panel title="Your share">
          <SignedOut
            icon="gift"
            title="Check your share"
            text="Connect your wallet to see the next snapshot and your share."
          />
        </Panel>
      ) : (
        <Suspense>
          <AirdropPanel />
        </Suspense>
      )}
      <Panel title="Who gets a share">
        <p>
          Every node with points at the snapshot. Invited nodes must first activate, deposit, or collect on{" "}
          {inviteeCollectDays} days.
        </p>
      </Panel>
    </div>
  </BoostFrame>
);
