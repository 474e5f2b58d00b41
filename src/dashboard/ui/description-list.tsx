import type { ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Names and values of one record, in two columns where there is room. */
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
