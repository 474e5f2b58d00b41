import { ExplorerFrame } from "./explorer-frame.tsx";
import { LatestView } from "./latest-view.tsx";

/** /explorer/{chainId} */
export const Component = () => (
  <ExplorerFrame title="Explorer" hasBanner>
    {(rollup) => <LatestView rollup={rollup} />}
  </ExplorerFrame>
);
