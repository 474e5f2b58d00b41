import type { DecodedValue } from "../../flows/explorer/use-decoded.ts";
import styles from "./explorer.module.css";

/** What a call or a log carries: name, type and value, a line each. */
export const ValuesTable = ({ values }: { readonly values: readonly DecodedValue[] }) => {
  if (values.length === 0) return <p className="fh-muted">No values.</p>;
  return (
    <dl className={styles.values}>
      {values.map(({ name, type, value }, index) => (
        // Names may be missing, and need not differ.
        <div key={index}>
          <dt>
            {name || `#${index}`} <span className="fh-mono">{type}</span>
          </dt>
          <dd className="fh-mono">{value === "" ? "(empty)" : value}</dd>
        </div>
      ))}
    </dl>
  );
};
