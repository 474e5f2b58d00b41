import { useParams } from "react-router";
import { ExplorerFrame } from "../explorer/explorer-frame.tsx";
import { BlockView } from "./block-view.tsx";

/** /explorer/{chainId}/block/{number} */
export const Component = () => {
  const { number = "" } = useParams();
  const known = /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  return (
    <ExplorerFrame title={`Block ${number}`}>{(rollup) => <BlockView rollup={rollup} number={known} />}</ExplorerFrame>
  );
};
