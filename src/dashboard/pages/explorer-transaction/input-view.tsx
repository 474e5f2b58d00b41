import type { TransactionData } from "../../flows/explorer/use-chain.ts";
import type { Decoded } from "../../flows/explorer/use-decoded.ts";
import { countOf } from "../../lib/format/count.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Empty } from "../../ui/empty.tsx";
import styles from "../explorer/explorer.module.css";
import { ValuesTable } from "../explorer/values-table.tsx";

interface InputViewProps {
  readonly transaction: TransactionData;
  readonly decoded: Decoded | undefined;
}

/** Input of a transaction: the decoded call if an ABI matches, and the bytes. */
export const InputView = ({ transaction: { input, to }, decoded }: InputViewProps) => {
  if (input === "0x") {
    return <Empty icon="exchange" title="No input" text="A plain transfer without a contract call." />;
  }
  const bytes = (
    <div className={styles.code}>
      <CodeBlock label="input" code={input} />
    </div>
  );
  if (!decoded) {
    const note = to ? "No matching ABI." : "Code and constructor arguments of a new contract.";
    return (
      <Card title={countOf((input.length - 2) / 2, "byte")} text={note}>
        {bytes}
      </Card>
    );
  }
  return (
    <Card title={<code>{decoded.name}</code>}>
      <div className="fh-stack">
        <ValuesTable values={decoded.values} />
        <details>
          <summary>Bytes</summary>
          {bytes}
        </details>
      </div>
    </Card>
  );
};
