import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";
import { TransactionView } from "./transaction-view.tsx";

/** /explorer/{chainId}/tx/{hash} */
export const Component = () => {
  const { hash = "" } = useParams();
  const known = /^0x[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : undefined;
  return (
    <ExplorerFrame title="Transaction">{(rollup) => <TransactionView rollup={rollup} hash={known} />}</ExplorerFrame>
  );
};
