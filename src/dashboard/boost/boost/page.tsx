import { lazy, Suspense } from "react";
import { getNode, loadNode, useNode } from "../flows/boost/node.ts";
import { Failed } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import styles from "./home.module.css";
import { NodeGraphic } from "./node-graphic.tsx";

const loadHome = () => import("./home.tsx").then((module) => ({ default: module.Home }));
const loadInvitation = () => import("./invitation.tsx").then((module) => ({ default: module.Invitation }));
const Home = lazy(loadHome);
const Invitation = lazy(loadInvitation);
// Loads the matching view while the node loads.
void (getNode().name === "out" ? loadInvitation() : loadHome()).catch(() => undefined);

/** /boost */
export const Component = () => (
  <BoostFrame>
    <NodeOrInvitation />
  </BoostFrame>
);

const NodeOrInvitation = () => {
  const node = useNode();
  if (node.name === "failed") return <Failed error={node.error} onRetry={() => void loadNode()} />;
  return (
    <Suspense fallback={<LoadingNode />}>
      {node.name === "in" && <Home info={node.info} />}
      {node.name === "out" && <Invitation />}
      {node.name === "loading" && <LoadingNode />}
    </Suspense>
  );
};

/** Placeholder while the node loads. */
const LoadingNode = () => (
  <section className={`boost-deep ${styles.hero}`} role="status" aria-label="Loading your node">
    <NodeGraphic stages={[]} turnSeconds={undefined} isProtected={false}>
      <span className={styles.wait} />
    </NodeGraphic>
    <div className={styles.facts} aria-hidden="true">
      {[70, 45, 100, 60].map((width) => (
        <span key={width} className={styles.wait} style={{ width: `${width}%` }} />
      ))}
    </div>
  </section>
);
