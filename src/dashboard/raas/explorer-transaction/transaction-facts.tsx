import type { Mined, WholeTransaction } from "../flows/explorer/use-chain.ts";
import type { Reading } from "../flows/explorer/use-decoded.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { countOf, formatWhole } from "../../lib/format/count.ts";
import { formatCoins, formatGasPrice } from "../../lib/format/coins.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { toFixed } from "../../../../resources/decimal.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import type { Fact } from "../../ui/panels/description-list.tsx";
import { Age } from "../explorer/age.tsx";
import styles from "../explorer/explorer.module.css";
import { Facts, WithNote } from "../explorer/facts.tsx";
import { AddressLink, BlockLink } from "../explorer/links.tsx";

interface TransactionFactsProps {
  readonly rollup: PublicRollup;
  readonly whole: WholeTransaction;
  readonly reading: Reading | undefined;
}

export const TransactionFacts = ({ rollup, whole, reading }: TransactionFactsProps) => {
  const { chainId, gasToken } = rollup;
  const { transaction, mined } = whole;
  const { hash, from, to, value, gas, gasPrice, nonce, transactionIndex } = transaction;
  const price = mined?.receipt.effectiveGasPrice ?? gasPrice;
  const nameOf = (address: string) => reading?.names[address.toLowerCase()];
  return (
    <Facts
      facts={[
        { label: "Hash", value: <CopyText text={hash} label="hash" /> },
        mined?.receipt.status === 0 && { label: "Failure reason", value: <Revert mined={mined} reading={reading} /> },
        ...(mined ? placeOf(rollup, whole, mined) : []),
        { label: "From", value: <AddressLink chainId={chainId} address={from} whole /> },
        to
          ? { label: "To", value: <To chainId={chainId} address={to} name={nameOf(to)} /> }
          : created(chainId, mined?.receipt.contractAddress),
        { label: "Value", value: formatCoins(value, gasToken) },
        mined &&
          typeof price === "bigint" && { label: "Fee", value: formatCoins(mined.receipt.gasUsed * price, gasToken) },
        mined
          ? {
              label: "Gas used",
              value: (
                <WithNote note={`${toFixed(mined.receipt.gasUsed * 100n, gas, 2)}% of ${gas.toLocaleString("en")}`}>
                  {mined.receipt.gasUsed.toLocaleString("en")}
                </WithNote>
              ),
            }
          : { label: "Gas limit", value: gas.toLocaleString("en") },
        typeof price === "bigint" && { label: "Gas price", value: formatGasPrice(price) },
        {
          label: "Nonce",
          value:
            typeof transactionIndex === "number" ? (
              <WithNote note={`at position ${transactionIndex} in its block`}>{formatWhole(nonce)}</WithNote>
            ) : (
              formatWhole(nonce)
            ),
        },
      ]}
    />
  );
};

const placeOf = ({ chainId }: PublicRollup, { head }: WholeTransaction, { block }: Mined): readonly Fact[] => [
  {
    label: "Block",
    value: (
      <WithNote note={countOf(head - block.number + 1, "confirmation")}>
        <BlockLink chainId={chainId} number={block.number} />
      </WithNote>
    ),
  },
  {
    label: "Timestamp",
    value: (
      <WithNote note={formatMoment(block.timestamp)}>
        <Age seconds={block.timestamp} />
      </WithNote>
    ),
  },
];

const created = (chainId: string, address: string | null | undefined): Fact => ({
  label: "Creates",
  value: address ? <AddressLink chainId={chainId} address={address} whole /> : "A contract",
});

const To = ({ chainId, address, name }: { chainId: string; address: string; name: string | undefined }) =>
  name === undefined ? (
    <AddressLink chainId={chainId} address={address} whole />
  ) : (
    <WithNote note={<span className="fh-mono">{address}</span>}>
      <AddressLink chainId={chainId} address={address} name={name} />
    </WithNote>
  );

const Revert = ({ mined, reading }: { readonly mined: Mined; readonly reading: Reading | undefined }) => {
  if (reading?.revert !== undefined) return <strong className={styles.reason}>{reading.revert}</strong>;
  if (!mined.revert || mined.revert === "0x") return "Reverted without a reason, or out of gas.";
  return <code className="fh-mono">{mined.revert}</code>;
};
