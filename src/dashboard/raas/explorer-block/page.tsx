import { lazy } from "react";
import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";

/** Loaded separately, so that the frame and the search render first. */
const BlockView = lazy(() => import("./block-view.tsx").then((module) => ({ default: module.BlockView })));

/** /explorer/{chainId}/block/{number} */
export const Component = () => {
  const { number = "" } = useParams();
  const valid = /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  return (
    <ExplorerFrame title={`Block ${number}`}>{(rollup) => <BlockView rollup={rollup} number={valid} />}</ExplorerFrame>
  );
};
