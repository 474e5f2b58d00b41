import { loadNode, useNode } from "../../flows/boost/node.ts";
import { Failed } from "../boost-frame/boost-data.tsx";
import { BoostFrame } from "../boost-frame/boost-frame.tsx";
import { Home } from "./home.tsx";
import { Invitation } from "./invitation.tsx";
import { Waiting } from "./waiting.tsx";

/** /boost */
export const Component = () => (
  <BoostFrame>
    <NodeOrInvitation />
  </BoostFrame>
);

const NodeOrInvitation = () => {
  const node = useNode();
  if (node.name === "in") return <Home info={node.info} />;
  if (node.name === "out") return <Invitation />;
  if (node.name === "failed") return <Failed error={node.error} onRetry={() => void loadNode()} />;
  return <Waiting />;
};
