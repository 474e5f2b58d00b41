import { fullAt } from "../../../../resources/boost/full.ts";
import type { NodeInfo } from "../../../../resources/boost/node-calls.ts";
import type { Earning } from "../../../../resources/boost/points.ts";
import { serverNow } from "../../flows/boost/node.ts";
import { useRate } from "../../flows/boost/use-rate.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import styles from "./home.module.css";

interface FactsProps {
  readonly info: NodeInfo;
  readonly earning: Earning;
  /** Micro-points that can be collected. */
  readonly filled: bigint;
}

/** The hourly rate with its components, and the fill level. */
export const Facts = ({ info, earning, filled }: FactsProps) => {
  const { base, boost, total } = useRate(info);
  return (
    <>
      <div>
        <p className={styles.rate} title={`${formatPointsExactly(total)} points per hour`}>
          {formatPoints(total)} <small>points per hour</small>
        </p>
        <p className={styles.sum}>
          <strong>{formatPoints(base)}</strong> base + <strong>{formatPoints(boost)}</strong> boosts
          {info.rateBuff > 0 && (
            <>
              , <strong title={`${info.rateBuff}%`}>+{Math.floor(info.rateBuff * 100) / 100}%</strong> from stakes and
              tokens
            </>
          )}
        </p>
        {base === 0n && <p>Your node is locked. Boosts need a base rate.</p>}
      </div>
      <Capacity earning={earning} filled={filled} />
    </>
  );
};

const Capacity = ({ earning, filled }: Omit<FactsProps, "info">) => {
  const { capacity } = earning;
  const share = capacity === 0n ? 0 : Math.min(1, Number((filled * 1000n) / capacity) / 1000);
  return (
    <div className={styles.capacity}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Capacity"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <p>
        <span>
          Capacity <strong>{formatPoints(capacity)}</strong>
        </span>
        <span>{untilFull(earning)}</span>
      </p>
    </div>
  );
};

const untilFull = (earning: Earning): string => {
  const now = serverNow();
  const full = fullAt(earning, now);
  if (full === undefined) return "";
  return full <= now ? "Full" : `Full in ${formatRoughly(full - now)}`;
};

/** Formats a rounded duration: "9 h 12 min", "5 days". */
const formatRoughly = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 2 * 1440) return `${Math.floor(minutes / 1440)} days`;
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
