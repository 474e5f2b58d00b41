import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { formatWhole, countOf } from "../../../lib/format/count.ts";
import { CopyText } from "../../../ui/panels/copy-text.tsx";
import type { Fact } from "../../../ui/panels/description-list.tsx";
import { dataNames } from "../labels.ts";

/** Details of a created rollup. */
export type CreatedRollup = NonNullable<RollupDetail["detail"]>;

/** Returns the connection details for clients. */
export const connectionFacts = ({ chainId }: RollupDetail, { rpc, ws, gasToken }: CreatedRollup): readonly Fact[] => [
  { label: "RPC", value: <CopyText label="RPC" text={absolute(rpc)} /> },
  ...(ws === null ? [] : [{ label: "WebSocket", value: <CopyText label="WebSocket" text={absoluteSocket(ws)} /> }]),
  ...(chainId === null ? [] : [{ label: "Chain ID", value: <CopyText label="chain ID" text={chainId} /> }]),
  { label: "Coin", value: gasToken },
];

export const contractFacts = ({ daLayer }: Pick<RollupDetail, "daLayer">, created: CreatedRollup): readonly Fact[] => [
  { label: "Stack", value: created.framework },
  { label: "Data", value: dataNames[daLayer] },
  { label: "Settlement", value: `${created.settlementLayer}, chain ID ${created.settlementChainId}` },
  { label: "Provider", value: created.provider === "embedded" ? "Embedded engine" : created.provider },
  {
    label: "Settlement contract",
    value: <CopyText label="settlement contract" text={created.contractAddress} />,
  },
  ...(created.bridgeAddress === null
    ? []
    : [
        {
          label: "Rollup bridge",
          value: <CopyText label="rollup bridge" text={created.bridgeAddress} />,
        },
      ]),
  { label: "Withdrawal period", value: formatSpan(created.withdrawPeriod) },
  { label: "Block gas limit", value: formatWhole(Number(created.gasBlockLimit)) },
];

/** Returns an absolute URL. Root-relative URLs belong to this server. */
export const absolute = (url: string): string => new URL(url, location.origin).href;

const absoluteSocket = (url: string): string => absolute(url).replace(/^http/, "ws");

/** A span in its largest fitting unit: "7 days", "5 minutes". Takes seconds. */
export const formatSpan = (seconds: number): string => {
  if (seconds >= 86_400 && seconds % 86_400 === 0) return countOf(seconds / 86_400, "day");
  if (seconds >= 3600 && seconds % 3600 === 0) return countOf(seconds / 3600, "hour");
  if (seconds >= 60 && seconds % 60 === 0) return countOf(seconds / 60, "minute");
  return countOf(seconds, "second");
};
