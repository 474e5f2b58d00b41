import type { LogData } from "../../flows/explorer/use-chain.ts";
import type { Decoded, Reading } from "../../flows/explorer/use-decoded.ts";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { AddressLink } from "../explorer/links.tsx";
import styles from "./transaction.module.css";
import { ValuesTable } from "../explorer/values-table.tsx";

interface LogListProps {
  readonly rollup: PublicRollup;
  /** Undefined until the transaction is mined. */
  readonly logs: readonly LogData[] | undefined;
  readonly reading: Reading | undefined;
}

/** Events emitted by contracts, in order. */
export const LogList = ({ rollup: { chainId }, logs, reading }: LogListProps) => {
  if (!logs) return <Empty icon="clock" title="Not mined yet" text="Logs appear once the transaction is mined." />;
  if (logs.length === 0) return <Empty icon="book" title="No logs" text="This transaction emitted no events." />;
  return (
    <ol className={styles.logs}>
      {logs.map((log, index) => (
        <li key={log.logIndex ?? index}>
          <Card
            title={reading?.logs[index]?.name ?? `Log ${log.logIndex ?? index}`}
            text={
              <>
                of{" "}
                <AddressLink chainId={chainId} address={log.address} name={reading?.names[log.address.toLowerCase()]} />
              </>
            }
          >
            <LogBody log={log} decoded={reading?.logs[index]} />
          </Card>
        </li>
      ))}
    </ol>
  );
};

const LogBody = ({ log, decoded }: { readonly log: LogData; readonly decoded: Decoded | undefined }) =>
  decoded ? (
    <ValuesTable values={decoded.values} />
  ) : (
    <ValuesTable
      values={[
        ...log.topics.map((value, index) => ({ name: `Topic ${index}`, type: "bytes32", value })),
        { name: "Data", type: "bytes", value: log.data },
      ]}
    />
  );
