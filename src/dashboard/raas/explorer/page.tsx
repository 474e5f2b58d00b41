import { lazy } from "react";
import { ExplorerFrame } from "./explorer-frame.tsx";

/** Loaded separately, so that the frame and the search render first. */
const LatestView = lazy(() => import("./latest-view.tsx").then((module) => ({ default: module.LatestView })));

/** /explorer/{chainId} */
export const Component = () => (
  <ExplorerFrame title="Explorer" hasBanner>
    {(rollup) => <LatestView rollup={rollup} />}
  </ExplorerFrame>
);
