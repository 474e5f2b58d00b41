import type { DecodedValue } from "../flows/explorer/use-decoded.ts";
import styles from "./explorer.module.css";

/** Decoded values of a call or log: name, type and value. */
export const ValuesTable = ({ values }: { readonly values: readonly DecodedValue[] }) => {
  if (values.length === 0) return <p className="fh-muted">No values.</p>;
  return (
    <dl className={styles.values}>
      {values.map(({ name, type, value }, index) => (
        // Names can be missing or repeated.
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
