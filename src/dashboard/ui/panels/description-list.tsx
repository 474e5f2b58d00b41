import type { ReactNode } from "react";
import { cellGrid } from "./cell-grid.ts";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Facts that stand in one row on wide screens; more are spread over rows of up to four. */
const rowFacts = 5;

/**
 * Names and values of a record: in columns as wide as their values, on phones one below the other. Ours: antd's have columns of
 * equal width, and weigh 2 to 29 kB (decision 43).
 */
export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <div className="fh-cells">
    <dl className="fh-facts" style={cellGrid(facts.length, facts.length <= rowFacts ? rowFacts : 4)}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
