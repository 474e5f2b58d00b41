import { lazy } from "react";
import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";

/** The search and the frame are there first. */
const BlockView = lazy(() => import("./block-view.tsx").then((module) => ({ default: module.BlockView })));

/** /explorer/{chainId}/block/{number} */
export const Component = () => {
  const { number = "" } = useParams();
  const known = /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  return (
    <ExplorerFrame title={`Block ${number}`}>{(rollup) => <BlockView rollup={rollup} number={known} />}</ExplorerFrame>
  );
};
