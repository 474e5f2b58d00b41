import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";
import { AddressView } from "./address-view.tsx";

/** /explorer/{chainId}/address/{address} */
export const Component = () => {
  const { address = "" } = useParams();
  const known = /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : undefined;
  return (
    <ExplorerFrame title="Address">
      {(rollup) => <AddressView key={known} rollup={rollup} address={known} />}
    </ExplorerFrame>
  );
};
