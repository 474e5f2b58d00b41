import { lazy, Suspense } from "react";
import { boostBase, boostInvite } from "../../../../resources/boost/limits.ts";
import { invitedBy } from "../flows/boost/return-here.ts";
import { ConnectButton } from "../boost-frame/connect-button.tsx";
import styles from "./home.module.css";
import { NodeGraphic } from "./node-graphic.tsx";
import { Ways } from "./ways.tsx";

const FirstSteps = lazy(() => import("./first-steps.tsx").then((module) => ({ default: module.FirstSteps })));
const { rate, capacity } = boostBase.web;

/** The signed-out version of the page: what a node is and what it earns. */
export const Invitation = () => (
  <>
    <section className={`boost-deep ${styles.hero}`} aria-label="Boost">
      <NodeGraphic stages={[]} turnSeconds={24} isProtected={false}>
        <p className={styles.rate}>{rate}</p>
        <p className={styles.lead}>points per hour</p>
      </NodeGraphic>
      <div className={styles.facts}>
        <h1>Run a node. Collect points.</h1>
        <p className={styles.lead}>
          Connect a wallet and your node earns {rate} points per hour. It holds {capacity}. Collect before it is full or
          others explore it.
        </p>
        {invitedBy() !== undefined && (
          <p className={styles.lead}>You're invited: +{boostInvite.rate} points per hour for the first 24 hours.</p>
        )}
        <ConnectButton size="large" wide />
      </div>
    </section>
    <div className={styles.panels}>
      <Suspense>
        <FirstSteps />
      </Suspense>
    </div>
    <Ways />
  </>
);
