import type { WholeBlock } from "../../flows/explorer/use-chain.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { formatGasPrice } from "../../lib/format/coins.ts";
import { toFixed } from "../../lib/format/decimal.ts";
import { CopyText } from "../../ui/copy-text.tsx";
import { Age } from "../explorer/age.tsx";
import { Facts, WithNote } from "../explorer/facts.tsx";
import { AddressLink } from "../explorer/links.tsx";

export const BlockFacts = ({
  rollup: { chainId },
  whole,
}: {
  readonly rollup: PublicRollup;
  readonly whole: WholeBlock;
}) => {
  const { block, head } = whole;
  const { baseFeePerGas, size } = block;
  return (
    <Facts
      facts={[
        {
          label: "Timestamp",
          value: (
            <WithNote note={formatMoment(block.timestamp)}>
              <Age seconds={block.timestamp} />
            </WithNote>
          ),
        },
        { label: "Confirmations", value: countOf(head - block.number + 1, "block") },
        { label: "Transactions", value: countOf(block.transactions.length, "transaction") },
        { label: "Hash", value: <CopyText text={block.hash} label="hash" /> },
        { label: "Parent hash", value: <CopyText text={block.parentHash} label="parent hash" /> },
        {
          label: "Gas used",
          value: (
            <WithNote
              note={`${toFixed(block.gasUsed * 100n, block.gasLimit, 2)}% of ${block.gasLimit.toLocaleString("en")}`}
            >
              {block.gasUsed.toLocaleString("en")}
            </WithNote>
          ),
        },
        typeof baseFeePerGas === "bigint" && { label: "Base fee", value: formatGasPrice(baseFeePerGas) },
        typeof size === "number" && { label: "Size", value: `${countOf(size, "byte")}` },
        { label: "Fee recipient", value: <AddressLink chainId={chainId} address={block.miner} whole /> },
        { label: "State root", value: <CopyText text={block.stateRoot} label="state root" /> },
        { label: "Transactions root", value: <CopyText text={block.transactionsRoot} label="transactions root" /> },
        { label: "Receipts root", value: <CopyText text={block.receiptsRoot} label="receipts root" /> },
      ]}
    />
  );
};
