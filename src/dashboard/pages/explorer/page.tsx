import { lazy } from "react";
import { ExplorerFrame } from "./explorer-frame.tsx";

/** The search and the frame are there first. */
const LatestView = lazy(() => import("./latest-view.tsx").then((module) => ({ default: module.LatestView })));

/** /explorer/{chainId} */
export const Component = () => (
  <ExplorerFrame title="Explorer" hasBanner>
    {(rollup) => <LatestView rollup={rollup} />}
  </ExplorerFrame>
);
