import { useMemo, useState } from "react";
import type { RpcStatType } from "../../../../../resources/rpc/stat-calls.ts";
import type { DateRange } from "../../../lib/date-range.ts";
import { DateRangeSelector } from "../../../ui/date-range.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { nameOfChain, useRpcChains } from "../chains.ts";
import { Figures } from "./figures.tsx";
import { Latency } from "./latency.tsx";
import { presets, spanOf } from "./span.ts";
import { Tops } from "./tops.tsx";
import { Trends } from "./trends.tsx";
import styles from "./usage.module.css";

const types = [
  { value: "REQUESTS", label: "Requests" },
  { value: "CU", label: "Compute units" },
] as const;

/** Usage statistics of all keys or one key, filtered by period and chain. */
export const Usage = ({ keyId }: { readonly keyId?: string }) => {
  const { chains } = useRpcChains();
  const [range, setRange] = useState<DateRange>("30d");
  const [chain, setChain] = useState("");
  const [type, setType] = useState<RpcStatType>("REQUESTS");
  const query = useMemo(
    () => ({ ...spanOf(range), ...(chain !== "" && { chain }), ...(keyId !== undefined && { userKey: keyId }) }),
    [range, chain, keyId],
  );
  return (
    <div className="fh-stack">
      <div className={styles.bar}>
        <DateRangeSelector label="Time" presets={presets} value={range} onChange={setRange} />
        <div className={styles.choices}>
          <label>
            <span className="fh-hidden">Chain</span>
            <select className="fh-select" value={chain} onChange={(event) => setChain(event.target.value)}>
              <option value="">All chains</option>
              {chains?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Segmented label="Measure" options={types} value={type} onChange={setType} />
        </div>
      </div>
      <Figures query={query} note="in this period" />
      <Trends query={{ ...query, type }} />
      <Tops query={{ ...query, type }} nameOf={(id) => nameOfChain(chains, id)} />
      <Latency query={query} nameOf={(id) => nameOfChain(chains, id)} />
    </div>
  );
};
