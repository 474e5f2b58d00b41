import { lazy } from "react";
import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";

/** Loaded separately, so that the frame and the search render first. */
const TransactionView = lazy(() =>
  import("./transaction-view.tsx").then((module) => ({ default: module.TransactionView })),
);

/** /explorer/{chainId}/tx/{hash} */
export const Component = () => {
  const { hash = "" } = useParams();
  const valid = /^0x[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : undefined;
  return (
    <ExplorerFrame title="Transaction">{(rollup) => <TransactionView rollup={rollup} hash={valid} />}</ExplorerFrame>
  );
};
