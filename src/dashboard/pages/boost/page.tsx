import { lazy, Suspense } from "react";
import { getNode, loadNode, useNode } from "../../flows/boost/node.ts";
import { Failed } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { LoadingNode } from "./waiting.tsx";

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
