import type { ReactNode } from "react";
import type { Fact } from "../../ui/description-list.tsx";
import styles from "./explorer.module.css";

/** Facts a line each, name before value: long hashes have the whole width. */
export const Facts = ({ facts }: { readonly facts: readonly (Fact | false | undefined)[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter((fact) => typeof fact === "object")
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A value with a quieter word behind it. */
export const WithNote = ({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) => (
  <span className={styles.withNote}>
    {children} <span className="fh-muted">{note}</span>
  </span>
);
