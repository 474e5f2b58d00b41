import type { ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Names and values of a record, in two columns on wide screens. */
export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="fh-facts">
    {facts.map((fact) => (
      <div key={fact.label}>
        <dt>{fact.label}</dt>
        <dd>{fact.value}</dd>
      </div>
    ))}
  </dl>
);
