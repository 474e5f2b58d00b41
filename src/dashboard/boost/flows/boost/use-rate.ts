import { useEffect, useMemo, useState } from "react";
import type { NodeInfo } from "../../../../../resources/boost/nodes/node-calls.ts";
import { ratesAt } from "../../../../../resources/boost/nodes/points.ts";
import { earningOf } from "./earning.ts";
import { serverNow } from "./node.ts";

/** Returns the current hourly rate in micro-points; updates when a boost starts or ends. */
export const useRate = (info: NodeInfo): ReturnType<typeof ratesAt> => {
  const earning = useMemo(() => earningOf(info), [info]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const changes = [...earning.baseRate, ...earning.boosts].flatMap((rate) =>
      "end" in rate ? [rate.start, rate.end as number] : [rate.start],
    );
    const now = serverNow();
    const next = Math.min(...changes.filter((change) => change > now));
    if (!Number.isFinite(next)) return undefined;
    // Browser timers last 24 days at most; the node is reloaded long before.
    const timer = setTimeout(() => setTurn(turn + 1), Math.min((next - now) * 1000, 86_400_000));
    return () => clearTimeout(timer);
  }, [earning, turn]);
  return ratesAt(earning, serverNow());
};
