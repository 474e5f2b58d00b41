import { useTeam } from "../../hosting/flows/deploy/use-team.ts";
import { formatMoment } from "../../lib/format/date.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import type { ReceiptFact, ReceiptLine } from "./facts.ts";
import styles from "./receipt.module.css";

interface ReceiptProps {
  readonly title: string;
  readonly number: string;
  /** Unix seconds. */
  readonly issuedAt?: number;
  readonly status?: string;
  readonly facts: readonly ReceiptFact[];
  readonly lines: readonly ReceiptLine[];
  readonly total: string;
  readonly totalLabel?: string;
}

/** A sheet for printing: the browser prints it, or saves it as a PDF. */
export const Receipt = (props: ReceiptProps) => {
  const { title, number, issuedAt, status, facts, lines, total, totalLabel = "Total" } = props;
  const team = useTeam();
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button kind="primary" icon="download" onClick={() => print()}>
            Print or save as PDF
          </Button>
        }
      />
      <article className={styles.sheet} aria-label={title}>
        <header>
          <div>
            <strong>Freehold</strong>
            <span>{location.host}</span>
          </div>
          <h2>{title}</h2>
        </header>
        <dl className={styles.facts}>
          <Fact label="Team" value={team?.teamName ?? ""} />
          <Fact label="Number" value={number} />
          {issuedAt !== undefined && <Fact label="Date" value={formatMoment(issuedAt)} />}
          {facts.map((fact) => (
            <Fact key={fact.label} {...fact} />
          ))}
          {status !== undefined && (
            <div>
              <dt>Status</dt>
              <dd>
                <StatusTag state={status} />
              </dd>
            </div>
          )}
        </dl>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, amount }) => (
              <tr key={label}>
                <td>{label}</td>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{totalLabel}</th>
              <td>{total}</td>
            </tr>
          </tfoot>
        </table>
        <p className="fh-muted">A million LAND is one US dollar. LAND is rounded down to whole units.</p>
      </article>
    </>
  );
};

const Fact = ({ label, value }: ReceiptFact) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
