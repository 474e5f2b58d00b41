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

/** What all keys, or one of them, were asked over a time, on all chains or one of them. */
export const Usage = ({ keyId }: { readonly keyId?: string }) => {
  const { chains } = useRpcChains();
  const [range, setRange] = useState<DateRange>("30d");
  const [chain, setChain] = useState("");
  const [type, setType] = useState<RpcStatType>("REQUESTS");
  const asked = useMemo(
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
          <Segmented label="Count" options={types} value={type} onChange={setType} />
        </div>
      </div>
      <Figures query={asked} note="in this period" />
      <Trends query={{ ...asked, type }} />
      <Tops query={{ ...asked, type }} nameOf={(id) => nameOfChain(chains, id)} />
      <Latency query={asked} nameOf={(id) => nameOfChain(chains, id)} />
    </div>
  );
};
