import { Money } from "../../../ui/panels/money.tsx";
import { useState } from "react";
import type { AccountPackage } from "../../../../../resources/billing/packages.ts";
import { Card } from "../../../ui/panels/card.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { nameOfResource } from "../../../framework/cost/usage-tiles.ts";
import styles from "./calculator.module.css";
import { amountOf, estimate, estimated, type Estimated, type Typed } from "./estimate.ts";
import { counted, type Prices } from "../../../framework/cost/prices.ts";

interface CalculatorProps {
  readonly prices: Prices;
  /** The team's package. */
  readonly usual: AccountPackage | "NONE" | undefined;
}

const blank: Typed = { IPFS_STORAGE: "10", TRAFFIC: "50", BUILD_TIME: "60", COMPUTE_UNIT: "0", AR_STORAGE: "0" };

const units: Readonly<Record<Estimated, string>> = {
  IPFS_STORAGE: "GB, for the whole month",
  TRAFFIC: "GB per month",
  BUILD_TIME: "Minutes per month",
  COMPUTE_UNIT: "Millions per month",
  AR_STORAGE: "GB, one-time",
};

const packages = [
  { value: "NONE", label: "No package" },
  { value: "FREE", label: "Free" },
  { value: "STANDARD", label: "Standard" },
] as const satisfies readonly { value: AccountPackage | "NONE"; label: string }[];

/** Estimates a month's cost. */
export const Calculator = ({ prices, usual = "NONE" }: CalculatorProps) => {
  const [input, setInput] = useState(blank);
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1000));
  const [chosen, setChosen] = useState<AccountPackage | "NONE">();
  const pack = chosen ?? usual;
  const { rows, monthly, once } = estimate(input, prices, pack, nowSeconds);
  return (
    <Card title="Calculator" text="Estimate a month's cost above your package, at current prices.">
      <div className="fh-stack">
        <div>
          <Segmented label="Package" options={[...packages]} value={pack} onChange={setChosen} />
        </div>
        <div className={styles.fields}>
          {estimated.map((resource) => (
            <TextField
              key={resource}
              label={nameOfResource(resource)}
              hint={units[resource]}
              value={input[resource]}
              maxLength={16}
              error={problemOf(input[resource], resource)}
              onChange={(value) => setInput({ ...input, [resource]: value })}
            />
          ))}
        </div>
        <dl className={styles.costs} aria-label="Cost">
          {rows
            .filter(({ land }) => land > 0n)
            .map(({ resource, land }) => (
              <Cost key={resource} label={nameOfResource(resource)} land={land} />
            ))}
          <Cost label="Per month" land={monthly} isSum />
          {once > 0n && <Cost label="One-time" land={once} isSum />}
        </dl>
      </div>
    </Card>
  );
};

const problemOf = (input: string, resource: Estimated): string =>
  input.trim() === "" || amountOf(input, counted[resource].size) !== undefined
    ? ""
    : "Enter a number with up to 3 decimals.";

const Cost = ({ label, land, isSum = false }: { label: string; land: bigint; isSum?: boolean }) => (
  <div className={isSum ? styles.sum : undefined}>
    <dt>{label}</dt>
    <dd>
      <Money land={land} />
    </dd>
  </div>
);
