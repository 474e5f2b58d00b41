import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { Fact } from "../../../ui/description-list.tsx";
import { dataNames } from "../labels.ts";
import { formatSpan } from "./format-span.ts";

/** What a rollup has once it was made. */
export type Made = NonNullable<RollupDetail["detail"]>;

/** What a client needs to reach it. */
export const connectionFacts = ({ chainId }: RollupDetail, { rpc, ws, gasToken }: Made): readonly Fact[] => [
  { label: "RPC", value: <CopyText label="RPC" text={absolute(rpc)} /> },
  ...(ws === null ? [] : [{ label: "WebSocket", value: <CopyText label="WebSocket" text={absoluteSocket(ws)} /> }]),
  ...(chainId === null ? [] : [{ label: "Chain ID", value: <CopyText label="chain ID" text={chainId} /> }]),
  { label: "Coin", value: gasToken },
];

export const contractFacts = ({ daLayer }: Pick<RollupDetail, "daLayer">, made: Made): readonly Fact[] => [
  { label: "Stack", value: made.framework },
  { label: "Data", value: dataNames[daLayer] },
  { label: "Settles on", value: `${made.settlementLayer}, chain ID ${made.settlementChainId}` },
  { label: "Run by", value: made.provider === "embedded" ? "Embedded engine" : made.provider },
  {
    label: "Contract on the settlement chain",
    value: <CopyText label="contract on the settlement chain" text={made.contractAddress} />,
  },
  ...(made.bridgeAddress === null
    ? []
    : [
        {
          label: "Bridge on the rollup",
          value: <CopyText label="bridge on the rollup" text={made.bridgeAddress} />,
        },
      ]),
  { label: "Withdrawal period", value: formatSpan(made.withdrawPeriod) },
  { label: "Block gas limit", value: formatWhole(Number(made.gasBlockLimit)) },
];

/** Root-relative addresses are this cloud's. */
export const absolute = (url: string): string => new URL(url, location.origin).href;

const absoluteSocket = (url: string): string => absolute(url).replace(/^http/, "ws");
