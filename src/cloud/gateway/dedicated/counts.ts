/** Counts gateway requests in memory until they are saved, with bounded memory. */
import { gatewayTopKept } from "../../../../resources/gateway/limits.ts";
import { agentName } from "../../lib/agent-name.ts";
import type { RowOf } from "../../engines/database/tables.ts";

export type TopKind = RowOf<"gateway_top">["kind"];

export interface ServedRequest {
  readonly gatewayId: string;
  readonly bytes: number;
  readonly status: number;
  /** Root CID of the path. */
  readonly cid?: string | undefined;
  /** Host of the requesting page. */
  readonly referer?: string | undefined;
  readonly agent?: string | undefined;
}

export interface Tally {
  requests: number;
  bytes: number;
}

export interface GatewayCounts extends Tally {
  readonly tops: Record<TopKind, Map<string, Tally>>;
}

/** Value for the combined rest. */
export const otherValue = "other";
const VALUE_MAX = 120;
const GATEWAYS_MAX = 10_000;

export type Counts = ReturnType<typeof createCounts>;

export const createCounts = () => {
  let counted = new Map<string, GatewayCounts>();
  return {
    record({ gatewayId, bytes, status, cid, referer, agent }: ServedRequest): void {
      const counts = counted.get(gatewayId) ?? emptyCounts();
      if (!counted.has(gatewayId) && counted.size >= GATEWAYS_MAX) return;
      counted.set(gatewayId, counts);
      add(counts, bytes);
      const values = { cid, referer, agent: agent && agentName(agent), status: String(status) };
      for (const [kind, value] of Object.entries(values) as [TopKind, string | undefined][]) {
        if (value) add(tallyOf(counts.tops[kind], value.slice(0, VALUE_MAX)), bytes);
      }
    },
    /** Returns and resets the counts. */
    take(): Map<string, GatewayCounts> {
      const previous = counted;
      counted = new Map();
      return previous;
    },
  };
};

/** Returns the tally of a value, or the combined tally if there are too many values. */
export const tallyOf = (tallies: Map<string, Tally>, value: string): Tally => {
  const key = tallies.has(value) || tallies.size < gatewayTopKept ? value : otherValue;
  const tally = tallies.get(key) ?? { requests: 0, bytes: 0 };
  tallies.set(key, tally);
  return tally;
};

const add = (tally: Tally, bytes: number): void => {
  tally.requests++;
  tally.bytes += bytes;
};

const emptyCounts = (): GatewayCounts => ({
  requests: 0,
  bytes: 0,
  tops: { cid: new Map(), referer: new Map(), agent: new Map(), status: new Map() },
});
