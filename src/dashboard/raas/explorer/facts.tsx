import type { ReactNode } from "react";
import type { Fact } from "../../ui/panels/description-list.tsx";
import styles from "./explorer.module.css";

/** Facts in full-width lines, so that long hashes fit. */
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

/** A value with a muted note. */
export const WithNote = ({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) => (
  <span className={styles.withNote}>
    {children} <span className="fh-muted">{note}</span>
  </span>
);
