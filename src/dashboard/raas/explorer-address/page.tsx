import { lazy } from "react";
import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";

/** Loaded separately, so that the frame and the search render first. */
const AddressView = lazy(() => import("./address-view.tsx").then((module) => ({ default: module.AddressView })));

/** /explorer/{chainId}/address/{address} */
export const Component = () => {
  const { address = "" } = useParams();
  const valid = /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : undefined;
  return (
    <ExplorerFrame title="Address">
      {(rollup) => <AddressView key={valid} rollup={rollup} address={valid} />}
    </ExplorerFrame>
  );
};
